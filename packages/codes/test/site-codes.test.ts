import { expect, it } from "vitest";
import { extractCode, extractCodes } from "../src/all.ts";

it("reads a code for a site that browsers fill in, of three to twelve characters", () => {
  const found = (code: string) => extractCode(`Log in\n\n@mill.example #${code}`);
  for (const code of ["482", "482913765012"]) expect(found(code)).toBe(code);
  for (const code of ["48", "4829137650123"]) expect(found(code)).toBeNull();
});

it("reads a code for a site only if it begins its line, and is of the length that is known", () => {
  expect(extractCode("Log in\n\n@mill.example #482913", { length: 4 })).toBeNull();
  expect(extractCode("Look for us at @mill.example #482913")).toBeNull();
});

it("finds a code for a site in its own last line, even if an earlier line mentions it", () => {
  const [code] = extractCodes("About #482913, your log-in.\n\nGood luck!\n\n@mill.example #482913");
  expect(code?.location).toEqual({ in: "text", line: 5 });
});

it("takes the last of several lines for a site, as browsers do", () => {
  const [code] = extractCodes("@mill.example #111222\n@mill.example #482913");
  expect(code).toMatchObject({ value: "482913", confidence: 0.99, location: { in: "text", line: 2 } });
  expect(extractCode("@mill.example #111222\nYour code is 551029.\n@mill.example #482913")).toBe("482913");
});

it.each(["\n", "\r\n", "\n \n\t\n", " @frame.example\n", " "])(
  "ends its message before %j, and so beats a named code",
  (end) => {
    expect(extractCode(`Your code is 551029.\n@mill.example #482913${end}`)).toBe("482913");
  },
);

it.each(["Your code is 551029.", "551029 is your code.", "Your code:\n\n551029"])(
  "with text below it, it loses to a named code: %j",
  (text) => {
    expect(extractCode(`Hello\n@mill.example #482913\n${text}`)).toBe("551029");
    expect(extractCode(`${text}\n@mill.example #482913\nSee you soon.`)).toBe("551029");
  },
);

it("with text below it, such as what an app that forwards SMS adds, it is the code if none is named", () => {
  const [code] = extractCodes("Log in\n@mill.example #482913\n\nForwarded from Ana's phone, case 774120.");
  expect(code).toMatchObject({ value: "482913", confidence: 0.75, location: { in: "text", line: 2 } });
});
