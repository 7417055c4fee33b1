"use strict";
// Says what it was told, and does nothing else: there is no hardware.
module.exports = (api) =>
  api.registerPlatform("homebridge-arrosage", "Arrosage", class {
    constructor(log, config) {
      log.info("L'arrosage du potager, arrêté en hiver.", Object.keys(config).join(", "));
    }

    accessories(done) {
      done([]);
    }
  });
