"use strict";
// Says what it was told, and does nothing else: there is no hardware.
module.exports = (api) =>
  api.registerPlatform("homebridge-piscine", "Piscine", class {
    constructor(log, config) {
      log.info("La pompe et le chauffage de la piscine.", Object.keys(config).join(", "));
    }

    accessories(done) {
      done([]);
    }
  });
