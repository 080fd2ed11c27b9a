// Which package may import which, and which folder inside a package. `npm run lint` fails on a cycle, on an import that is
// not listed here, and on one that reaches past another package's index. CONTRIBUTING.md draws the same map.

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

/** Folders inside a package, and the folders beside them that each may import. Files beside the folders are open to all. */
const rooms = {
  "codes/src": {
    words: [],
    text: ["words"],
    keywords: ["text"],
    scoring: ["keywords", "text"],
    links: ["scoring", "text"],
  },
  "dashboard/src": {
    app: ["ui", "views"],
    connect: ["app", "ui", "views"],
    docs: ["app", "ui"],
    ui: ["app"],
    views: ["app", "ui"],
  },
  "mail-reader/src": {
    charsets: [],
    header: ["charsets"],
    mime: ["charsets", "header"],
    text: ["charsets", "header", "mime"],
    worker: ["mime"],
  },
  "mcp/src": {
    text: [],
    state: ["text"],
    calls: ["state", "text"],
    waits: ["calls", "text"],
    tools: ["calls", "state", "text", "waits"],
    serve: ["calls", "state", "text", "tools"],
    remote: ["serve", "state"],
  },
  "sdk/src": {
    requests: [],
    waiting: ["requests"],
    inboxes: ["requests", "waiting"],
    resources: ["inboxes", "requests", "waiting"],
  },
  "server/src": {
    text: [],
    storage: [],
    options: ["storage", "text"],
    authentication: [],
    inbox: ["storage"],
    store: ["inbox", "storage", "text"],
    limits: ["options", "storage", "store"],
    sms: ["inbox", "text"],
    smtp: ["authentication", "inbox", "options", "storage", "store", "text"],
    webhooks: ["inbox", "storage", "store", "text"],
    agents: [],
    handlers: ["agents", "inbox", "limits", "options", "sms", "store", "text", "webhooks"],
    http: ["agents", "limits", "sms", "storage", "store", "text"],
    oauth: ["http", "inbox", "limits", "options", "storage", "store", "text", "webhooks"],
    providers: ["http", "limits", "inbox", "options", "sms", "storage", "smtp", "store", "text"],
    admin: ["handlers", "storage", "store"],
    lifetime: [
      ...[
        "authentication",
        "http",
        "inbox",
        "limits",
        "oauth",
        "options",
        "providers",
        "sms",
        "smtp",
        "storage",
        "store",
      ],
      ...["text", "webhooks"],
    ],
    doctor: ["admin", "options", "smtp", "storage"],
    cli: ["admin", "doctor", "handlers", "lifetime", "options", "sms", "storage"],
  },
  "tunnel/src": {
    wire: [],
    requests: ["wire"],
    client: ["requests", "wire"],
    edge: ["wire"],
    inspector: ["client", "requests", "wire"],
    cli: ["client", "inspector", "requests", "wire"],
  },
  "tunnel/src/edge": {
    access: [],
    connections: [],
    problems: ["access"],
    visitors: ["access", "connections", "problems"],
    tunnels: ["access", "connections", "problems", "visitors"],
    cluster: ["access", "connections", "problems", "tunnels"],
  },
};

const backwards = Object.entries(arrows).map(([from, to]) => ({
  name: `${from}-imports-only-what-is-below`,
  comment: `packages/${from} may import ${to.length > 0 ? to.join(", ") : "no other package"}. Tests that need more live in packages/e2e.`,
  severity: "error",
  from: { path: `^packages/${from}/` },
  to: { path: "^packages/", pathNot: [from, ...to, "test-kit"].map((name) => `^packages/${name}/`) },
}));

const walls = Object.entries(rooms).flatMap(([base, folders]) =>
  Object.entries(folders).map(([folder, allowed]) => ({
    name: `${base.replaceAll("/", "-")}-${folder}-imports-only-what-is-below`,
    comment: `packages/${base}/${folder} may import ${allowed.length > 0 ? allowed.join(", ") : "no folder beside it"}.`,
    severity: "error",
    from: { path: `^packages/${base}/${folder}/` },
    to: { path: `^packages/${base}/[^/]+/`, pathNot: `^packages/${base}/(${[folder, ...allowed].join("|")})/` },
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
          "/src/(all|codes|codes-all|commands|digits|totp)[.]ts$",
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
