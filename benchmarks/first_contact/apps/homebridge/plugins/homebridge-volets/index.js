"use strict";
// Says what it was told, and does nothing else: there is no hardware.
module.exports = (api) =>
  api.registerPlatform("homebridge-volets", "Volets", class {
    constructor(log, config) {
      log.info("Les volets roulants de quatre fenêtres.", Object.keys(config).join(", "));
    }

    accessories(done) {
      done([]);
    }
  });
