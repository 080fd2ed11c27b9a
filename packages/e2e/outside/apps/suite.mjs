import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt, Missing } from "../../../../scripts/needs.mjs";

export const runsBesideOthers = true;
export const repeatsOnce = true;

/** Installs the applications. Each that could be installed has a file or folder by which its tests see that it is there. */
export function prepare() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-apps-"));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  const isAnyThere = [installNode(folder), installPython(folder), findDevise(folder)].includes(true);
  if (isAnyThere) return { env: { FRONTDESK_APPS: folder }, cleanUp };
  cleanUp();
  throw new Missing("no application can be installed here");
}

function installNode(folder) {
  const cwd = join(folder, "node");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "package.json"), "{}");
  const packages = ["better-auth@1.7.25", "@auth/core@0.41.3", "nodemailer@7.0.13"];
  return attempt("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd });
}

function installPython(folder) {
  const python = join(folder, "python");
  if (!attempt("python3", ["-m", "venv", python])) return false;
  const install = (app, ...packages) => {
    if (attempt(join(python, "bin/pip"), ["install", "-q", ...packages])) writeFileSync(join(folder, app), "");
  };
  install("django", "django==5.2.19", "django-allauth==65.21.1");
  install(
    "flask",
    "flask-security-too==5.9.2",
    "flask-mailman==1.1.1",
    "flask-sqlalchemy==3.1.1",
    "argon2-cffi==25.1.0",
  );
  install("fastapi", "fastapi-users[sqlalchemy]==15.0.5", "aiosqlite==0.22.1", "aiosmtplib==5.1.3", "uvicorn==0.54.0");
  return true;
}

/** Debian's ruby-devise, ruby-activerecord, ruby-actionmailer, ruby-sqlite3 and ruby-webrick. */
function findDevise(folder) {
  const libraries = ["devise", "active_record", "action_mailer", "sqlite3", "webrick"];
  if (!attempt("ruby", ["-e", `${JSON.stringify(libraries)}.each { |library| require library }`])) return false;
  writeFileSync(join(folder, "devise"), "");
  return true;
}
