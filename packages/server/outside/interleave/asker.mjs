// Asks the server at the first argument one thing after another until its input ends, then prints how long that took.
const [url, key] = process.argv.slice(2);
const ask = async () => {
  const start = performance.now();
  const answer = await fetch(`${url}/svc-api/account`, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return performance.now() - start;
};
await ask();
console.log("ready");
let ended = false;
process.stdin
  .on("data", () => {})
  .on("end", () => {
    ended = true;
  });
const times = [];
while (!ended) times.push(await ask());
times.sort((a, b) => a - b);
const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
console.log(JSON.stringify({ count: times.length, p50: at(0.5), p99: at(0.99) }));
