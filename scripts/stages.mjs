/** What `npm test` runs behind its build, stage by stage; `npm run test:outside` runs every other `test:*`. */
export const stages = [["typecheck", "gen:check", "lint", "packages:check"], ["test:unit"]];
