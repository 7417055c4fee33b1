self.__BUILD_MANIFEST = {
  "/": [
    "static/chunks/2qpwkfc5ap0bd.js"
  ],
  "/_error": [
    "static/chunks/0m92kwe5ztlds.js"
  ],
  "/about": [
    "static/chunks/08xmbhc71c60e.js"
  ],
  "/account/settings": [
    "static/chunks/0jx_4rmzwj614.js"
  ],
  "/blog": [
    "static/chunks/3u4-70m9p_ct-.js"
  ],
  "/blog/[slug]": [
    "static/chunks/423ettj0re1ts.js"
  ],
  "/docs/[[...page]]": [
    "static/chunks/1tx9hmll30hry.js"
  ],
  "/shop/[...parts]": [
    "static/chunks/3fjcohwuzbxg0.js"
  ],
  "__rewrites": {
    "afterFiles": [],
    "beforeFiles": [],
    "fallback": []
  },
  "sortedPages": [
    "/",
    "/_app",
    "/_error",
    "/about",
    "/account/settings",
    "/api/hello",
    "/blog",
    "/blog/[slug]",
    "/docs/[[...page]]",
    "/shop/[...parts]"
  ]
};self.__TURBOPACK_PAGE_BOOTSTRAP = {"/about":{"otherChunks":["static/chunks/1gf73lxmlpdfz.js"],"runtimeModuleIds":[10783,53722]},"/":{"otherChunks":["static/chunks/29ko8ypxvgz0r.js"],"runtimeModuleIds":[10783,6242]},"/shop/[...parts]":{"otherChunks":["static/chunks/25-8v2mgnkq-5.js"],"runtimeModuleIds":[10783,99524]},"/docs/[[...page]]":{"otherChunks":["static/chunks/0-vzurnpebvkj.js"],"runtimeModuleIds":[10783,70765]},"/blog/[slug]":{"otherChunks":["static/chunks/0_7xs9xgvh1w-.js"],"runtimeModuleIds":[10783,2934]},"/blog":{"otherChunks":["static/chunks/2aainsujken6i.js"],"runtimeModuleIds":[10783,24765]},"/account/settings":{"otherChunks":["static/chunks/3q-4ftyf6eiyv.js"],"runtimeModuleIds":[10783,15719]},"/_app":{"otherChunks":["static/chunks/40f_kmk2dd8g5.js","static/chunks/0lk1ab0r3yk2n.js"],"runtimeModuleIds":[10783,30984]},"/_error":{"otherChunks":["static/chunks/3n_c8q1xtyv-r.js"],"runtimeModuleIds":[10783,80184]}};self.__TURBOPACK_CHUNK_LOADING_GLOBAL = "TURBOPACK";self.__BUILD_MANIFEST_CB && self.__BUILD_MANIFEST_CB()