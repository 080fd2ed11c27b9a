/** A mailbox's name, before lower case is made of it; without `..` beside. */
export const mailboxName = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;

/** A subdomain's name: a DNS label (RFC 1035 section 2.3.1, digits first allowed); not `xn--` beside. */
export const subdomainName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
