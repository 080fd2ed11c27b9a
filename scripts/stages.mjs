/** What `npm test` runs behind its build, stage by stage; `npm run test:outside` runs every other `test:*`. */
export const stages = [["packages:check", "test:tarballs", "lint", "typecheck", "gen:check"], ["test:unit"]];

/** Of those, what measures no time and mostly waits for a download, a compiler or a process: two at a time, the longest first. */
export const sideBySide = [
  "test:companion",
  "test:installed",
  "test:apps",
  "test:deploy",
  "test:fixtures",
  "test:agents",
  "test:examples",
  "test:full-disk",
  "test:secrets",
  "test:workflows",
  "test:snippets",
];
