import { h, render } from "preact";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { SecretText } from "../../src/ui/copy.tsx";
import { MessageCard, type MessageCardProps } from "../../src/ui/message-card.tsx";

const root = document.createElement("div");
const copied: string[] = [];
const roots: HTMLElement[] = [];

beforeEach(() => {
  copied.length = 0;
  document.body.append(root);
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void copied.push(text) } });
});
afterEach(() => {
  for (const each of [root, ...roots.splice(0)]) render(null, each);
  vi.unstubAllGlobals();
});

const message = {
  id: "m1",
  sender: "Shop <a@b.example>",
  subject: "Your code",
  snippet: "Your code is …",
  received_at: "2026-01-01T12:00:00.000Z",
  body: "Your code is 481 220.",
  codes: [],
  links: [],
};

function draw(
  changes: Partial<MessageCardProps["message"]> = {},
  loadFull: MessageCardProps["loadFull"] = async () => message,
) {
  render(h(MessageCard, { message: { ...message, ...changes }, to: "x@desk.example.com", loadFull }), root);
  return root;
}
const buttons = () => [...root.querySelectorAll("button")];
const click = (text: string | RegExp) =>
  buttons()
    .find(({ textContent }) => textContent.search(text) >= 0)
    ?.click();

describe("a message", () => {
  test("shows its first code large, with a button that copies it", async () => {
    const code = { value: "481220", shown: "481 220", kind: "one_time" as const, confidence: 0.99 };
    draw({ codes: [code, { ...code, value: "BK1", shown: "BK 1", kind: "booking" }] });
    expect(buttons().map(({ textContent }) => textContent)).toEqual(["481 220Copy", "BK 1booking"]);
    click("481 220");
    await expect.poll(() => copied).toEqual(["481220"]);
    await expect.poll(() => buttons()[0]?.textContent).toBe("481 220Copied");
  });

  test("shows three links, and the others on request, each with its host", async () => {
    const links = ["a", "b", "c", "d", "e"].map((name) => ({ url: `https://${name}.example/x?y=1`, text: "Verify" }));
    draw({ links });
    const hosts = () => [...root.querySelectorAll(".host")].map(({ textContent }) => textContent);
    expect(hosts()).toEqual(["a.example", "b.example", "c.example"]);
    click("2 more");
    await expect.poll(hosts).toEqual(["a.example", "b.example", "c.example", "d.example", "e.example"]);
    for (const link of root.querySelectorAll("a")) expect(link.rel).toBe("noopener noreferrer nofollow");
  });

  test.each([
    [undefined, "to x@desk.example.com"],
    ["smtp", "to x@desk.example.com over SMTP"],
    ["test", "to x@desk.example.com as a test"],
    ["resend", "to x@desk.example.com via Resend's API"],
    ["sns", "to x@desk.example.com via Amazon SNS's API"],
    ["constructor", "to x@desk.example.com via Constructor's API"],
  ])("says how it arrived: %s", (via, expected) => {
    draw(via === undefined ? {} : { via });
    expect(root.querySelector(".from")?.textContent?.trim()).toBe(`Shop <a@b.example> ${expected}`);
  });

  test("shows any content as plain text", () => {
    const script = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
    draw({ subject: script, sender: script, body: script });
    expect(root.querySelector("script, img")).toBeNull();
    expect(root.textContent).toContain(script);
  });

  test("shows the beginning of a long text, cut between characters, and all of it on request", async () => {
    const body = `${"a".repeat(599)}😀 the end`;
    draw({ body });
    expect(root.querySelector(".body")?.textContent).toBe(`${"a".repeat(599)}…`);
    click(/^Show all 609/);
    await expect.poll(() => root.querySelector(".body")?.textContent).toBe(body);
  });

  test("keeps every line of a very long text", async () => {
    const body = Array.from({ length: 2_000 }, (_, line) => `line ${line}`).join("\n");
    draw({ body });
    click(/^Show all/);
    const lines = () => [...root.querySelectorAll(".body span")].flatMap(({ textContent }) => textContent.split("\n"));
    await expect.poll(lines).toEqual(body.split("\n"));
  });

  test("without its text loads it on request, with its codes and links", async () => {
    const { body: _body, codes: _codes, links: _links, ...summary } = message;
    const codes = [{ value: "481220", shown: "481 220", kind: "one_time" as const, confidence: 0.9 }];
    const loadFull = vi.fn(async () => ({ ...message, codes, links: [{ url: "https://a.example/", text: "Verify" }] }));
    render(h(MessageCard, { message: summary, to: "x", loadFull }), root);
    click("Load the full text");
    await expect.poll(() => root.querySelector(".body")?.textContent).toBe(message.body);
    expect([".code-button", ".links a"].map((part) => root.querySelectorAll(part).length)).toEqual([1, 1]);
    expect(loadFull).toHaveBeenCalledExactlyOnceWith("m1");
  });
});

test("a key is hidden until requested, and copied without being shown", async () => {
  const own = document.createElement("div");
  roots.push(own);
  render(h(SecretText, { value: "svcagt_TheWholeKey", label: "the key" }), own);
  expect(own.innerHTML).not.toContain("TheWholeKey");
  const [show, copy] = own.querySelectorAll("button");
  copy?.click();
  await expect.poll(() => copied).toEqual(["svcagt_TheWholeKey"]);
  expect(own.innerHTML).not.toContain("TheWholeKey");
  show?.click();
  await expect.poll(() => own.querySelector("code")?.textContent).toBe("svcagt_TheWholeKey");
  expect([show?.title, show?.textContent, show?.getAttribute("aria-pressed")]).toEqual([
    "Hide",
    "Hide the key",
    "true",
  ]);
});

test.each([
  ["svcagt_Secret", "svcagt_••••••••"],
  ["svc_Secret", "svc_••••••••"],
  ["Secret", "••••••••"],
])("the key %s is shown as %s, with what its button does", (value, shown) => {
  const own = document.createElement("div");
  roots.push(own);
  render(h(SecretText, { value, label: "the key" }), own);
  expect(own.querySelector("code")?.textContent).toBe(shown);
  const [button] = own.querySelectorAll("button");
  expect([button?.title, button?.textContent, button?.getAttribute("aria-pressed")]).toEqual([
    "Show",
    "Show the key",
    "false",
  ]);
});

describe("the sender of a mail", () => {
  const badge = () => root.querySelector(".badge");

  test.each([
    [
      "pass",
      "badge good",
      "domain authenticated",
      "The domain of the sender sent this mail. That says nothing about its content.",
    ],
    [
      "fail",
      "badge warn",
      "sender not authenticated",
      "The domain of the sender neither signed this mail nor permits its server to send it. It may be forged.",
    ],
  ] as const)("whose verdict is %s has a badge", (authenticated, kind, text, title) => {
    draw({ authenticated });
    expect([badge()?.className, badge()?.textContent, badge()?.getAttribute("title")]).toEqual([kind, text, title]);
  });

  test("that was not checked has none", () => {
    draw({ authenticated: "none" });
    expect(badge()).toBeNull();
  });

  describe("that is still checked", () => {
    const afterSeconds = async (count: number) => {
      for (let second = 0; second < count; second++) await vi.advanceTimersByTimeAsync(1_000);
    };
    beforeEach(() => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
    });
    type Verdict = "pending" | "pass" | "fail";
    /** Draws a mail whose verdict is looked up again: with these answers, `null` for a failure, and then the last one. */
    function drawPending(...answers: (Verdict | null)[]) {
      const reload = vi.fn(async () => {
        const authenticated = answers.length > 1 ? answers.shift() : answers[0];
        if (!authenticated) throw new Error("The server does not answer.");
        return { ...message, authenticated };
      });
      draw({ authenticated: "pending" }, reload);
      expect(badge()?.textContent).toBe("checking the sender…");
      return reload;
    }

    test("is looked up again until its verdict is there, also after a failure", async () => {
      const reload = drawPending("pending", null, "pass", "fail");
      await afterSeconds(20);
      expect(badge()?.textContent).toBe("domain authenticated");
      expect(reload).toHaveBeenCalledTimes(3);
    });

    test("is looked up six times, for its verdict may never come", async () => {
      const reload = drawPending("pending");
      await afterSeconds(30);
      expect(badge()?.textContent).toBe("checking the sender…");
      expect(reload).toHaveBeenCalledTimes(6);
    });

    test("is not looked up once the mail is no longer shown", async () => {
      const reload = drawPending("pending");
      await afterSeconds(1);
      render(null, root);
      await afterSeconds(30);
      expect(reload).not.toHaveBeenCalled();
    });
  });
});

test("the full text is loaded once at a time", async () => {
  const { body: _body, codes: _codes, links: _links, ...summary } = message;
  const loadFull = vi.fn(() => new Promise<typeof message>(() => {}));
  render(h(MessageCard, { message: summary, to: "x", loadFull }), root);
  click("Load the full text");
  await expect.poll(() => buttons()[0]?.disabled).toBe(true);
  click("Load the full text");
  expect(loadFull).toHaveBeenCalledOnce();
});
