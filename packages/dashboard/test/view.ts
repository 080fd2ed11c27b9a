import { createFrontdesk } from "@frontdesk/sdk";
import { type ComponentChild, render } from "preact";
import { onTestFinished } from "vitest";
import type { SignedIn } from "../src/app/session.ts";
import { account, version } from "./page.ts";

const at = "2026-01-01T12:00:00.000Z";
export const mailbox = (number = 1) => ({
  id: `m${number}`,
  name: `box${number}`,
  address: `box${number}@desk.example.com`,
  token: `svcm_${number}`,
  email_count: 0,
  created_at: at,
});
export const smsToken = (...phones: string[]) => ({
  id: "s1",
  token: "svcsms_1",
  phones: phones.map((phone) => ({ id: phone, phone, message_count: 0, last_received_at: null })),
  token_full: phones.length > 1,
  message_count: 0,
  created_at: at,
});
export const subdomain = (online = false) => ({
  id: "d1",
  name: "demo",
  domain: "demo.tunnel.example.com",
  url: "https://demo.tunnel.example.com",
  token: "svc_1",
  online,
  created_at: at,
});
export const agentKey = (expiry: string | null = null) => ({
  id: "k2",
  name: "ci",
  scopes: "mailbox:read",
  expiry,
  last_used_at: null,
  created_at: at,
});

/** A person who is signed in with a key of these scopes; `null` is full access. */
export function signedInWith(scopes: string | null, changes: { edition?: string; expiry?: string | null } = {}) {
  const { edition = "later", expiry = null } = changes;
  const { agent_token, ...rest } = account("default", scopes);
  const frontdesk = createFrontdesk({
    baseUrl: location.origin,
    key: "svcagt_a",
    fetch: (request) => fetch(request),
    retries: false,
  });
  const server = {
    ...version,
    edition,
    mail_domain: "desk.example.com",
    tunnel_domain: "tunnel.example.com",
    smtp: { port: 2525 },
  };
  // The views read no more of the account and the server.
  return {
    ...rest,
    agent_token: { ...agent_token, expiry },
    key: "svcagt_a",
    frontdesk,
    server,
  } as unknown as SignedIn;
}

/** A view in the page, and what a person does there. */
export function drawView(view: ComponentChild) {
  const root = document.createElement("div");
  document.body.append(root);
  render(view, root);
  const remove = () => {
    render(null, root);
    root.remove();
  };
  onTestFinished(remove);
  const all = <T extends HTMLElement>(selector: string) => [...root.querySelectorAll<T>(selector)];
  const button = (name: string) =>
    all<HTMLButtonElement>("button").find(({ textContent }) => textContent?.trim() === name);
  return {
    root,
    all,
    remove,
    button,
    buttons: () => all("button").map(({ textContent }) => textContent?.trim() ?? ""),
    text: () => root.textContent ?? "",
    redraw: (next: ComponentChild) => render(next, root),
    /** @throws Error where there is no such button */
    click(name: string) {
      const found = button(name);
      if (!found) throw new Error(`There is no button ${name}.`);
      found.click();
    },
    type(selector: string, value: string) {
      const [input] = all<HTMLInputElement>(selector);
      if (!input) throw new Error(`There is no field ${selector}.`);
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
    /** Opens what is drawn only when it is opened. */
    unfold() {
      for (const details of all<HTMLDetailsElement>("details")) {
        details.open = true;
        details.dispatchEvent(new Event("toggle"));
      }
    },
  };
}
