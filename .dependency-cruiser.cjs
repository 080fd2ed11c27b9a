// Which package may import which, and which rooms inside a package. `npm run lint` fails on a circle, on an arrow that
// runs back, and on an import that reaches past another package's index. CONTRIBUTING.md draws the same map.

/** Each package, and those it may import: sources, tests and scripts alike. */
const arrows = {
  basics: [],
  contract: [],
  visible: [],
  "mail-reader": ["visible"],
  codes: ["visible"],
  tunnel: ["basics"],
  sdk: ["basics", "contract", "codes", "tunnel"],
  mcp: ["basics", "contract", "sdk", "tunnel"],
  cli: ["basics", "sdk", "tunnel"],
  dashboard: ["basics", "sdk"],
  server: ["basics", "contract", "visible", "codes", "mail-reader", "tunnel", "sdk", "mcp", "cli", "dashboard"],
  testing: ["contract", "sdk", "server"],
};

/** Rooms inside a package, and the rooms of the same package that each may not import. */
const rooms = {
  tunnel: {
    wire: ["client", "edge", "inspector", "cli"],
    client: ["edge", "inspector", "cli"],
    edge: ["client", "inspector", "cli"],
    inspector: ["edge", "cli"],
    cli: ["edge"],
  },
  "mail-reader": {
    charsets: ["header", "mime", "text"],
    header: ["mime", "text"],
    mime: ["text"],
  },
  server: {
    storage: ["admin", "store", "inbox", "smtp", "sms", "http", "handlers", "cli"],
    inbox: ["admin", "store", "smtp", "sms", "http", "handlers", "cli"],
    store: ["admin", "smtp", "sms", "http", "handlers", "cli"],
    smtp: ["admin", "store", "sms", "http", "handlers", "cli"],
    sms: ["admin", "smtp", "http", "handlers", "cli"],
    handlers: ["admin", "smtp", "http", "cli"],
    http: ["admin", "smtp", "cli"],
    admin: ["smtp", "http", "cli"],
  },
};

const backwards = Object.entries(arrows).map(([from, to]) => ({
  name: `${from}-imports-only-what-is-below`,
  comment: `packages/${from} may import ${to.length > 0 ? to.join(", ") : "no other package"}. Tests that need more live in packages/e2e.`,
  severity: "error",
  from: { path: `^packages/${from}/` },
  to: { path: "^packages/", pathNot: [from, ...to, "test-kit"].map((name) => `^packages/${name}/`) },
}));

const walls = Object.entries(rooms).flatMap(([name, walled]) =>
  Object.entries(walled).map(([room, others]) => ({
    name: `${name}-${room}-keeps-to-its-floor`,
    severity: "error",
    from: { path: `^packages/${name}/src/${room}/` },
    to: { path: `^packages/${name}/src/(${others.join("|")})/` },
  })),
);

module.exports = {
  forbidden: [
    {
      name: "no-circle",
      severity: "error",
      from: { pathNot: "/generated/" },
      to: { circular: true },
    },
    ...backwards,
    ...walls,
    {
      name: "packages-meet-at-their-index",
      comment: "Import another package by its name, not by a path into it.",
      severity: "error",
      from: { path: "^packages/([^/]+)/src/" },
      to: {
        path: "^packages/[^/]+/src/",
        pathNot: [
          "^packages/$1/",
          "/index[.]ts$",
          "/src/(all|codes|codes-all|commands|digits)[.]ts$",
          "/src/conform[.]ts$",
          "/generated/document[.]ts$",
        ],
      },
    },
    {
      name: "sources-import-no-tests",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: "^packages/test-kit/" },
      to: { path: "^packages/(?:[^/]+/(?:test|outside|bench)|test-kit)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|node_modules|golden)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
