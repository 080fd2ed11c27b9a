import { type Cell, code, imports, lastLine, requires, Skip, wait } from "./cell.ts";

const programs = {
  "a.mjs": `${imports} ${wait} console.log(found.code);`,
  "b.cjs": `${requires} (async () => { ${wait} console.log(found.code); })();`,
};

const runtime = (name: "bun" | "node-20" | "node-22" | "node-24", shown: string): Cell[] =>
  [
    { file: "a.mjs", how: "import" },
    { file: "b.cjs", how: "require" },
  ].map(({ file, how }) => ({
    place: `${shown}, ${how}`,
    tried: "waits for a code",
    async try(user) {
      const binary = user.runtime(name);
      if (binary === null) throw new Skip(`${shown} is not to be had for this machine`);
      user.write(programs);
      const version = await user.run(binary, ["--version"]);
      return `${version}: ${lastLine(await user.run(binary, [file]), code)}`;
    },
  }));

/** Where JavaScript runs. */
export const runtimeCells: Cell[] = [
  ...runtime("node-20", "Node 20"),
  ...runtime("node-22", "Node 22"),
  ...runtime("node-24", "Node 24"),
  ...runtime("bun", "Bun"),
  {
    place: "Node 18",
    tried: "says which Node it needs",
    async try(user) {
      const binary = user.runtime("node-18");
      if (binary === null) throw new Skip("Node 18 is not to be had for this machine");
      const commands = ["server/bin/frontdesk.js", "tunnel/bin/frontdesk-tunnel.js"];
      for (const command of commands) {
        const script = `"${binary}" ../../node_modules/@frontdesk/${command} --help 2>&1; echo $?`;
        const said = await user.run("sh", ["-c", script]);
        if (!/^Frontdesk needs Node\.js 20\.19 or later; this is 18\.20\.8\..*\n1$/.test(said)) throw new Error(said);
      }
      return "one sentence, exit code 1";
    },
  },
  {
    place: "workerd (miniflare)",
    tried: "bundled as for workers, no module named by hand",
    async try(user) {
      user.write({
        "worker.js": `import { openMailbox } from "@frontdesk/sdk";
          const mail = { id: "1", sender: "a@b.test", recipient: "c@d.test", subject: "", snippet: "", body: "Your code is ${code}.", received_at: "2026-01-01T00:00:00Z" };
          const answer = { success: true, emails: [mail], cursor: "1" };
          export default { async fetch() {
            const mailbox = openMailbox({ baseUrl: "http://desk.test", key: "svcm_1", fetch: async () => Response.json(answer) });
            return new Response((await mailbox.waitForCode({ after: "0", timeout: 5000 })).code);
          } };`,
        "run.mjs": `import { build } from "esbuild"; import { Miniflare } from "miniflare";
          await build({ entryPoints: ["worker.js"], bundle: true, splitting: true, format: "esm", outdir: "out",
            outExtension: { ".js": ".mjs" }, conditions: ["workerd", "worker", "browser"], logLevel: "error" });
          const worker = new Miniflare({ modules: true, scriptPath: "out/worker.mjs", compatibilityDate: "2026-01-01" });
          const answer = await (await worker.dispatchFetch("http://worker.test/")).text();
          await worker.dispose();
          console.log(answer);`,
      });
      return lastLine(await user.run(process.execPath, ["run.mjs"]), code);
    },
  },
];
