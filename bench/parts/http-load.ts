// Asks for one URL over a number of connections; prints the requests answered each second.
import autocannon from "autocannon";

export interface HttpLoad {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}
export interface HttpLoadResult {
  requestsPerSecond: number;
  failed: number;
}

const { url, headers, connections, seconds } = JSON.parse(process.argv[2] ?? "") as HttpLoad;
const run = await autocannon({ url, headers, connections, duration: seconds });
const result: HttpLoadResult = {
  requestsPerSecond: run.requests.total / run.duration,
  failed: run.non2xx + run.errors,
};
console.log(JSON.stringify(result));
