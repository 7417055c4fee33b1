// A page as one HTML text that needs neither its app nor a script: styles that match, pictures and fonts inlined, values
// of fields and open shadow roots written out. `() => Promise<string>`, evaluated in the page.
async () => {
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const LEFT_OUT = new Set("script noscript link base style template object embed source track".split(" "));
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const quote = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const blank = (w, h) => `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${w}' height='${h}'%3E%3Crect width='100%25' height='100%25' fill='%23bbb'/%3E%3C/svg%3E`;
  const data = async (address, most) => {
    try {
      const answer = await fetch(address);
      const blob = answer.ok ? await answer.blob() : null;
      if (!blob || blob.size > most) return "";
      return await new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result);
        reader.readAsDataURL(blob);
      });
    } catch (error) {
      return "";
    }
  };
  const inlined = async (css, base) => {
    const found = [...css.matchAll(/url\((["']?)(?!data:|#)([^"')]+)\1\)/g)];
    for (const [whole, , address] of found) css = css.replace(whole, `url("${await data(new URL(address, base), 30000)}")`);
    return css;
  };
  const matching = (selector, root) => {
    const bare = selector.replace(/::?(?:before|after|placeholder|marker|selection|hover|focus|active|visited|-webkit-[\w-]+|-moz-[\w-]+|focus-visible|focus-within|file-selector-button|backdrop)(?![\w-])/g, "");
    if (/:host|:root|::slotted|&|:is\(\)|:not\(\)/.test(bare)) return true;
    try {
      return bare.split(",").some((one) => !one.trim() || !/[\w*\]]$|\)$/.test(one.trim()) || root.querySelector(one));
    } catch (error) {
      return true;
    }
  };
  const families = new Set([...document.fonts].filter((face) => face.status === "loaded").map((face) => face.family.replace(/["']/g, "")));
  const rulesOf = async (rules, root, base) => {
    let text = "";
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        if (matching(rule.selectorText, root)) text += await inlined(rule.cssText, base);
      } else if (rule instanceof CSSMediaRule) {
        if (matchMedia(rule.conditionText).matches) text += await rulesOf(rule.cssRules, root, base);
      } else if (rule instanceof CSSFontFaceRule) {
        const family = rule.style.getPropertyValue("font-family").replace(/["']/g, "");
        const source = /url\((["']?)([^"')]+)\1\)/.exec(rule.cssText);
        if (!families.has(family) || !source) continue;
        const font = source[2].startsWith("data:") ? source[2] : await data(new URL(source[2], base), 180000);
        const keep = ["font-weight", "font-style", "unicode-range"].map((key) => [key, rule.style.getPropertyValue(key)]);
        if (font) text += `@font-face{font-family:"${family}";src:url("${font}");${keep.filter((pair) => pair[1]).map((pair) => pair.join(":")).join(";")}}`;
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) text += await rulesOf(rule.styleSheet.cssRules, root, rule.styleSheet.href || base);
      } else if (rule.cssRules && rule.cssText.startsWith("@supports")) {
        if (CSS.supports(rule.conditionText)) text += await rulesOf(rule.cssRules, root, base);
      } else if (rule.cssRules && rule.cssText.startsWith("@layer")) {
        text += `@layer ${rule.name}{${await rulesOf(rule.cssRules, root, base)}}`;
      } else if (rule.cssText.startsWith("@layer") || rule.cssText.startsWith("@property")) text += rule.cssText;
    }
    return text;
  };
  const styles = async (root) => {
    let text = "";
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      if (sheet.disabled || (sheet.media.mediaText && !matchMedia(sheet.media.mediaText).matches)) continue;
      try {
        text += await rulesOf(sheet.cssRules, root, sheet.href || document.baseURI);
      } catch (error) {
        text += "";
      }
    }
    return `<style>${text.replace(/<\//g, "<\\/")}</style>`;
  };
  const attributes = async (el, tag) => {
    let text = "";
    for (const { name, value } of el.attributes) {
      if (/^(src|srcset|integrity|nonce|crossorigin|checked|selected|value|loading|sizes|autofocus|srcdoc)$/.test(name)) continue;
      let kept = name.startsWith("on") ? "" : value;
      if (name === "href") kept = /^(data|javascript):/i.test(value) ? "#" : value;
      if (name === "style") kept = await inlined(value, document.baseURI);
      text += ` ${name}="${quote(kept)}"`;
    }
    if (tag === "img") {
      const { width, height } = el.getBoundingClientRect();
      const source = el.currentSrc || el.src;
      text += ` src="${quote(source.startsWith("data:") ? source : (source && (await data(source, 20000))) || blank(Math.round(width), Math.round(height)))}"`;
    }
    if (tag === "input" && !/^(password|file)$/.test(el.type)) text += ` value="${quote(el.value)}"`;
    if ((tag === "option" || tag === "button" || tag === "li") && el.hasAttribute("value")) text += ` value="${quote(el.getAttribute("value"))}"`;
    if (tag === "input" && el.checked) text += " checked";
    if (tag === "option" && el.selected) text += " selected";
    return text;
  };
  const written = async (node) => {
    if (node.nodeType === 3) return escape(node.data);
    if (node.nodeType !== 1) return "";
    const tag = node.localName;
    if (LEFT_OUT.has(tag) || (tag === "meta" && node.name !== "viewport")) return "";
    if (node !== document.body && node.hidden && getComputedStyle(node).display === "none" && tag === "div" && !node.id && !node.querySelector("symbol")) return "";
    let inner = "";
    if (node.shadowRoot) {
      inner += `<template shadowrootmode="open">${await styles(node.shadowRoot)}`;
      for (const child of node.shadowRoot.childNodes) inner += await written(child);
      inner += "</template>";
    }
    if (tag === "head") inner += `<meta charset="utf-8"><title>${escape(document.title)}</title>`;
    if (tag === "textarea") inner = "\n" + escape(node.value);
    else for (const child of node.childNodes) if (child.localName !== "title" || tag !== "head") inner += await written(child);
    if (tag === "head") inner += await styles(document);
    return `<${tag}${await attributes(node, tag)}>${VOID.has(tag) && node.namespaceURI.endsWith("xhtml") ? "" : `${inner}</${tag}>`}`;
  };
  return `${document.compatMode === "CSS1Compat" ? "<!DOCTYPE html>" : ""}${await written(document.documentElement)}`;
}
