/** A mailbox's name, in lower case. Whoever checks one also refuses `..`, which this lets pass. */
export const mailboxName = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;

/** A subdomain's name, in lower case: a DNS label (RFC 1035 section 2.3.1, digits first allowed). Whoever checks one also refuses `xn--`. */
export const subdomainName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
