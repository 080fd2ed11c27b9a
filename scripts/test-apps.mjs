// Runs packages/e2e/outside/apps: real applications that sign up, reset and log in by mail through Frontdesk, with their mailer's
// defaults. Exit code 77: none of them can be installed here.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SKIPPED = 77;
const folder = mkdtempSync(join(tmpdir(), "frontdesk-apps-"));
const attempt = (cwd, file, ...words) => {
  const { status, error, stderr } = spawnSync(file, words, { cwd, encoding: "utf8", timeout: 240_000 });
  if (status !== 0) console.log(`${file} ${words[0]}: ${error?.message ?? stderr.trim().split("\n").at(-1)}`);
  return status === 0;
};

const node = join(folder, "node");
mkdirSync(node);
writeFileSync(join(node, "package.json"), "{}");
const packages = ["better-auth@1.7.25", "@auth/core@0.41.3", "nodemailer@7.0.13"];
const hasNode = attempt(node, "npm", "install", "--no-audit", "--no-fund", ...packages);
const python = join(folder, "python");
const hasPython = attempt(folder, "python3", "-m", "venv", python);
const pip = (mark, ...names) => {
  if (hasPython && attempt(folder, join(python, "bin/pip"), "install", "-q", ...names))
    writeFileSync(join(folder, mark), "");
};
pip("django", "django==5.2.19", "django-allauth==65.21.1");
pip("flask", "flask-security-too==5.9.2", "flask-mailman==1.1.1", "flask-sqlalchemy==3.1.1", "argon2-cffi==25.1.0");
pip("fastapi", "fastapi-users[sqlalchemy]==15.0.5", "aiosqlite==0.22.1", "aiosmtplib==5.1.3", "uvicorn==0.54.0");
// Debian's: ruby-devise, ruby-activerecord, ruby-actionmailer, ruby-sqlite3, ruby-webrick.
const parts = ["devise", "active_record", "action_mailer", "sqlite3", "webrick"];
const hasRuby = attempt(folder, "ruby", "-e", `${JSON.stringify(parts)}.each { |part| require part }`);
if (hasRuby) writeFileSync(join(folder, "devise"), "");

let status = SKIPPED;
if (hasNode || hasPython || hasRuby) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.outside.config.ts", "outside/apps"];
  const env = { ...process.env, FRONTDESK_APPS: folder };
  ({ status } = spawnSync(process.execPath, vitest, { stdio: "inherit", env }));
} else console.log("test:apps is skipped: no application can be installed here");
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
