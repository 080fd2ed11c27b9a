// Imported first by each command, before anything that an older Node cannot parse.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Frontdesk needs Node.js 20.19 or later; this is ${process.versions.node}. Install a newer one: https://nodejs.org`,
  );
  process.exit(1);
}
