"use strict";
// Says what it was told, and does nothing else: there is no hardware.
module.exports = (api) =>
  api.registerPlatform("homebridge-lumieres", "Lumieres", class {
    constructor(log, config) {
      log.info("Les lampes du gîte et leurs intensités.", Object.keys(config).join(", "));
    }

    accessories(done) {
      done([]);
    }
  });
