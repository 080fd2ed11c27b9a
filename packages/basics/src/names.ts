/** A DNS label in lower case (RFC 1035 section 2.3.1, digits first allowed): a subdomain's name. Callers also reject `xn--`. */
export const subdomainName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A mailbox's name in lower case. Callers also reject `..`. */
export const mailboxName = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
