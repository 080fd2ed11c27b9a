import { expect, test } from "vitest";
import { whyFilteredOut } from "../../src/waiting/filters.ts";

const mail = { id: "1", sender: "no-reply@shop.example", subject: "Your code", snippet: "", received_at: "2026-01-01" };

test.each(["", "g", "y", "gy", "i", "giy"])(
  "a pattern with the flags «%s» matches anywhere in the text, each time",
  (flags) => {
    const pattern = new RegExp("shop\\.example|code", flags);
    for (let time = 0; time < 3; time++)
      expect(whyFilteredOut(mail, 0, { from: pattern, subject: pattern })).toBeNull();
  },
);
