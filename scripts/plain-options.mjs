// The server's settings are typed by the schema that checks them. Its user's editor is to show a plain list, each setting with
// its meaning, and his compiler is not to need the schema's library.

const field =
  /^ {4}readonly (\w+): (?:.*?v\.OptionalSchema<.*, (?<fallback>"[^"]*"|\d+|true|false)>, )?.*v\.DescriptionAction<(?<type>.+), "(?<meaning>(?:[^"\\]|\\.)*)">\]>;$/;

/** Puts an interface in the place of the schema in the declarations of the server. */
export function toPlainOptions(code) {
  const schema =
    /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)declare const optionsSchema: v\.ObjectSchema<\{\n([\s\S]*?)\n\}, undefined>;\n/.exec(
      code,
    );
  const alias = /\/\*\* (.*) \*\/\ntype ServerOptions = v\.InferOutput<typeof optionsSchema>;\n/.exec(code);
  if (!schema || !alias) throw new Error("Types of server: the schema of its settings is not where it was.");
  const fields = schema[2].split("\n").map((line) => {
    const found = field.exec(line);
    if (!found) throw new Error(`Types of server: this setting is not described: ${line}`);
    const { fallback, type, meaning } = found.groups;
    return `    /** ${meaning.replaceAll('\\"', '"')}.${fallback ? ` @default ${fallback}` : ""} */\n    ${found[1]}: ${type};\n`;
  });
  return code
    .replace(schema[0], "")
    .replace(alias[0], `/** ${alias[1]} */\ninterface ServerOptions {\n${fields.join("")}}\n`)
    .replace(/^import \* as v from 'valibot';\n/m, "");
}
