/** What we use of a package that brings no types. */
declare module "autocannon" {
  interface Options {
    url: string;
    headers: Record<string, string>;
    connections: number;
    /** In seconds. */
    duration: number;
  }
  interface Result {
    requests: { total: number };
    /** In seconds. */
    duration: number;
    non2xx: number;
    errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
