import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { start } from "../secrets/programs.ts";
import { compile } from "../snippets/compile.ts";
import { run } from "../snippets/run-snippet.ts";
import { closeBrowser, key, openPage, openSignedIn, openStage, type Stage } from "./stage.ts";

afterAll(closeBrowser);

/** What was copied, for the compiler. */
const inTypeScript: { place: string; code: string }[] = [];
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

test("a mailbox's snippets work: each gets the code", async () => {
  const stage = await openStage();
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  const { page } = await openSignedIn(stage, `mailboxes/${mailbox.id}`, clipboard);
  await page.getByText("Key, snippets and more").click();
  const { SDK = "", curl = "", Shell = "" } = await copyAll(page, ["SDK", "curl", "Shell"]);
  inTypeScript.push({ place: "mailbox", code: SDK });
  const mail = (code: string) => stage.send(mailbox.address, `Subject: Code\n\nYour code is ${code}`);
  expect(await whileSending(() => mail("481220"), run(SDK, {}, "code"))).toBe("481220");
  expect(await inShell(curl)).toContain(`"value":"481220"`);
  const command = `frontdesk() { node ${JSON.stringify(cli)} "$@"; }\n${Shell.replace("svcagt_…", key)}`;
  expect((await whileSending(() => mail("730418"), inShell(command))).trim()).toBe("730418");
});

test("an SMS inbox's snippets work: each gets the code", async () => {
  const stage = await openStage();
  const { sms_token } = await stage.api("POST", "sms/register", { phone: "5550123456" });
  const { page } = await openSignedIn(stage, `sms/${sms_token.id}`, clipboard);
  await page.getByText("Key, snippets and more").click();
  const { SDK = "", curl = "" } = await copyAll(page, ["SDK", "curl"]);
  inTypeScript.push({ place: "sms", code: SDK });
  const text = { phone: "5550123456", sender: "EXAMPLE", body: "903114 is your sign-in code." };
  const push = () => stage.api("POST", "sms/push", { ...text, received_at: new Date().toISOString() }, sms_token.token);
  expect(await whileSending(push, run(SDK, {}, "code"))).toBe("903114");
  expect(await inShell(curl)).toContain(`"value":"903114"`);
});

test("a subdomain's snippets work: each exposes a port", async () => {
  const stage = await openStage();
  await stage.api("POST", "subdomain/register", { name: "demo" });
  const { page } = await openSignedIn(stage, "tunnels", clipboard);
  const { Command = "", SDK = "" } = await copyAll(page, ["Command", "SDK"]);
  inTypeScript.push({ place: "tunnel", code: SDK });
  const port = await openApp();

  const [, archive, rest = ""] = /^npx -y (\S+) (.*)$/.exec(Command) ?? [];
  expect(archive).toBe(`${stage.url}/downloads/frontdesk-tunnel.tgz`);
  const client = start("tunnel", [...rest.replace("3000", String(port)).split(" "), "--no-inspect"]);
  await client.said("demo.tunnel.localhost");
  expect(await isOnline(stage)).toBe(true);
  client.child.kill();
  await client.exit;
  expect(await isOnline(stage)).toBe(false);

  // The compiler has seen that it is one.
  const tunnel = (await run(SDK.replace("3000", String(port)), {}, "tunnel")) as { close(): Promise<void> };
  expect(await isOnline(stage)).toBe(true);
  await tunnel.close();
});

test("all TypeScript snippets compile, also those of every operation in the API reference", async () => {
  const stage = await openStage();
  const document = (await (await fetch(`${stage.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const { page } = await openPage(stage, clipboard);
  for (const { operationId, summary } of operations) {
    await page.goto(`${stage.url}/docs/${operationId}`);
    await page.getByRole("heading", { level: 1, name: summary, exact: true }).waitFor();
    const { SDK = "" } = await copyAll(page, ["SDK"]);
    inTypeScript.push({ place: operationId, code: SDK });
  }
  expect(inTypeScript.length).toBeGreaterThan(30);
  expect(compile(inTypeScript)).toBe("");
});

const cli = new URL("../../../cli/bin/frontdesk.js", import.meta.url).pathname;

/** What the buttons of a page's snippets copy, by the snippets' names. */
async function copyAll(page: Page, names: string[]): Promise<Record<string, string>> {
  const copied: Record<string, string> = {};
  for (const name of names) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("button", { name: `Copy the ${name} snippet` }).click();
    await page.getByText("Copied").waitFor();
    copied[name] = await page.evaluate<string>("navigator.clipboard.readText()");
  }
  return copied;
}

/** Sends again and again until a program that waits for the next message has had one: nothing says from when on it waits. */
async function whileSending<T>(send: () => Promise<unknown>, answer: Promise<T>): Promise<T> {
  let last = send();
  const sending = setInterval(() => {
    last = send();
  }, 500);
  return answer.finally(() => {
    clearInterval(sending);
    return last;
  });
}

async function inShell(script: string): Promise<string> {
  return (await promisify(execFile)("bash", ["-c", script])).stdout;
}

async function isOnline(stage: Stage): Promise<boolean> {
  const { subdomains } = await stage.api("GET", "subdomain/list");
  return subdomains[0].online;
}

async function openApp(): Promise<number> {
  const app = createServer((_, response) => response.end("hello")).listen(0, "127.0.0.1");
  await new Promise((resolve) => app.once("listening", resolve));
  onTestFinished(() => void app.close());
  // A listening server has an address.
  return (app.address() as AddressInfo).port;
}
