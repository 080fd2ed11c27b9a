import type { HostTarget } from "./access/host.ts";
import { toNetwork } from "./access/network.ts";
import type { ClusterEdge, Source } from "./cluster/cluster.ts";
import { FORBIDDEN, LOOP, OFFLINE, REFUSED, TOO_OFTEN, UNAUTHORIZED, UNKNOWN } from "./problems/edge-problems.ts";
import type { EdgeProblem } from "./problems/problem-page.ts";
import type { Tunnels } from "./tunnels/tunnels.ts";
import type { EdgeOptions } from "./types.ts";
import { toTarget } from "./visitors/target.ts";
import { type Asked, isLoop, type Visitor } from "./visitors/visitor.ts";

/** A request that may go through, with what it needs for its way. */
export interface Entry {
  source: Source;
  visitor: Visitor;
  /** The target in origin form. */
  target: string;
  /** The public name, without a port. */
  domain: string;
}

export interface AdmissionOptions extends Pick<EdgeOptions, "findByDomain" | "rates"> {
  classify(host: string | undefined): HostTarget;
  visitorOf(asked: Asked): Visitor;
  tunnels: Pick<Tunnels, "next">;
  cluster: Pick<ClusterEdge, "known" | "find">;
}

export interface Admission {
  admit(asked: Asked): Entry | EdgeProblem | Promise<Entry | EdgeProblem>;
  /** The same request by way of another agent of the same name; `null` where that one's rules are against it. */
  recheck(asked: Asked, entry: Entry, source: Source): Entry | null;
}

/** Checks a visitor's request against the name it asks for and against the rules of the tunnel's owner. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { classify, visitorOf, tunnels, cluster, findByDomain, rates } = options;
  return {
    admit,
    recheck(asked, { domain, target }, source) {
      const entry = checkIn(asked, domain, target, source);
      return "status" in entry ? null : entry;
    },
  };

  function admit(asked: Asked): Entry | EdgeProblem | Promise<Entry | EdgeProblem> {
    const aim = classify(asked.headers.host);
    if (aim.kind === "api") return REFUSED(400, "The request has more than one Host header.");
    if (aim.kind === "refused") return REFUSED(aim.status, aim.reason);
    const { domain } = aim;
    const target = toTarget(asked, domain);
    if (typeof target !== "string") return target;
    const source = tunnels.next(domain) ?? cluster.known(domain);
    return source === undefined ? findElsewhere(asked, domain, target) : checkIn(asked, domain, target, source);
  }

  async function findElsewhere(asked: Asked, domain: string, target: string): Promise<Entry | EdgeProblem> {
    const subdomain = await findByDomain(domain);
    if (subdomain === null) return UNKNOWN(domain);
    const source = await cluster.find(subdomain);
    return source === null ? OFFLINE(domain) : checkIn(asked, domain, target, source);
  }

  /** Asks the owner's gate. */
  function checkIn(asked: Asked, domain: string, target: string, source: Source): Entry | EdgeProblem {
    const visitor = visitorOf(asked);
    const { gate } = source;
    if (isLoop(asked, domain)) return LOOP(domain);
    if (!gate.allowsAddress(visitor.address)) return FORBIDDEN;
    const { authorization } = asked.headers;
    if (gate.guarded && !isPreflight(asked) && !gate.allowsCredentials(authorization)) {
      // Browsers ask once without: that is no guess.
      const wait = authorization === undefined ? 0 : (rates?.guesses.hit(keyOf(visitor, domain)) ?? 0);
      return wait > 0 ? TOO_OFTEN("given a wrong password", wait) : UNAUTHORIZED;
    }
    const wait = rates?.aborts.retryAfterMs(keyOf(visitor, domain)) ?? 0;
    if (wait > 0) return TOO_OFTEN("given up requests", wait);
    return { source, visitor, target, domain };
  }
}

/** What a visitor does is counted for each tunnel. */
export function keyOf({ address }: Visitor, domain: string): string {
  return `${domain} ${toNetwork(address)}`;
}

/** Browsers ask before they send credentials, so a question cannot carry any. */
function isPreflight({ method, headers }: Asked): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}
