// A gardener's editor on the loopback interface: whoever has the token is signed in, nothing is asked of outside.
const user = { username: "rosa", permissions: "*" };

module.exports = {
  uiHost: "127.0.0.1",
  flowFile: "flows.json",
  credentialSecret: "first-contact",
  adminAuth: {
    type: "credentials",
    users: async (name) => (name === user.username ? user : null),
    authenticate: async () => null,
    tokens: async (token) => (token === "greenhouse" ? user : null),
  },
  // How the editor was left (which bars are open) is not kept: each look begins the same.
  httpAdminMiddleware: (request, response, next) =>
    request.method === "POST" && request.path === "/settings/user" ? response.status(204).end() : next(),
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { autoInstall: false, palette: { allowInstall: true, catalogues: [] } },
  editorTheme: {
    tours: false,
    page: { title: "Greenhouse" },
    header: { title: "Greenhouse" },
    palette: { catalogues: [] },
    projects: { enabled: false },
    multiplayer: { enabled: false },
  },
  contextStorage: { default: { module: "memory" } },
  logging: { console: { level: "warn", metrics: false, audit: false } },
};
