// Generated from openapi.yaml by `npm run gen`. Do not edit.
export interface paths {
    "/svc-api/server/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server version and configuration
         * @description In the earlier edition `limits.mailboxes` is given by tier and there are no `sms_*` fields.
         */
        get: operations["getServerVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/subdomain/check/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether a subdomain name is free */
        get: operations["checkSubdomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mailbox/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether a mailbox name is free */
        get: operations["checkMailbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a phone number
         * @description Valid: 7 to 15 digits, no `+`, no leading `00`, no country code.
         */
        get: operations["checkPhone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/downloads/svc-tunnel-skill.md": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Agent skill document
         * @description Tells an AI agent how to use this server, with this server's own addresses in it.
         */
        get: operations["getTunnelSkill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The calling key's scopes, and the account's limits and usage
         * @description Any valid agent key, whatever its scopes. `null` means unlimited.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/subdomain/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All subdomains of the account, with their tokens */
        get: operations["listSubdomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/subdomain/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a subdomain
         * @description Names directly under `{base_domain}` need the tier vip or higher.
         */
        post: operations["registerSubdomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/subdomain/{id}/renew-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a subdomain's token
         * @description The old token stops working at once, and tunnels opened with it are cut.
         */
        post: operations["renewSubdomainToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/subdomain/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a subdomain and its tunnels */
        delete: operations["deleteSubdomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mailbox/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a mailbox
         * @description The name is case-insensitive and stored in lower case. Mail to `name+anything@` arrives in `name@`.
         */
        post: operations["registerMailbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mailbox/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All mailboxes of the account, with their tokens */
        get: operations["listMailboxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mailbox/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recipients whose mail was rejected
         * @description Helps to find mail that was sent to a mistyped address. Empty if the server has several accounts, because a rejected
         *     address belongs to none of them. Cleared at a restart.
         */
        get: operations["listRejectedMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mailbox/{id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Recent mails of a mailbox, read with the agent key */
        get: operations["listMailboxEmails"];
        put?: never;
        post?: never;
        /**
         * Delete all mails of a mailbox, which stays
         * @description The mailbox keeps its name and key. Pending waits and cursors stay valid.
         */
        delete: operations["clearMailbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mailbox/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a test mail with a code into a mailbox
         * @description An extension, to try out a program that reads the mailbox. The mail is parsed and stored like one that came over SMTP,
         *     and counts as one of the ten that are kept.
         */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mailbox/{id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a mailbox's token
         * @description The old key stops working at once; pending waits with it end with 401.
         */
        post: operations["rotateMailboxToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mailbox/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a mailbox and all its mails
         * @description The name and the quota are free at once; pending waits on it end with 401.
         */
        delete: operations["deleteMailbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mail/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest mails of the token's mailbox, or the next one
         * @description Without `after` and `lookback`: the newest `n`. With one of them: the `n` oldest of those that arrived since; `more` says
         *     that there are others, which `after=<cursor>` returns. With `wait` as well (long poll): if there is none yet, the response
         *     is held until one is stored or the seconds run out; then it is an empty list with a cursor to continue from.
         *
         *     A pending wait gets every mail that matches, even if ten later mails replace it in the mailbox. Mail for the same `to`
         *     is also buffered between two requests: up to 100 messages for 5 minutes. Other mail that was dropped unread is counted
         *     in `missed`.
         */
        get: operations["getRecentMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mail/message/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One mail with its full text */
        get: operations["getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/mail/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a mail over HTTP
         * @description An extension, for services that receive mail for you, such as Cloudflare Email Routing or Amazon SES: no port 25 is needed. The body
         *     is the mail itself. It is parsed and stored as if it had come by SMTP, in the account's mailboxes only. The recipients are those of
         *     `to`; without it those of the first of `Delivered-To`, `X-Original-To`, and `To` with `Cc` that has any. The response comes after the
         *     commit. A retry after a lost response may store a mail twice.
         */
        post: operations["pushMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an SMS inbox
         * @description A bare token fills with numbers as they push. A legacy `phone` attaches that number as number 1.
         */
        post: operations["registerSmsInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All SMS inboxes of the account, with their keys
         * @description The flat `phones` beside `sms_tokens` is for older clients.
         */
        get: operations["listSmsInboxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Recent texts of a token, read with the agent key */
        get: operations["listSmsInboxMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/{id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an SMS inbox's key
         * @description The old key stops working at once; enter the new one on the phone.
         */
        post: operations["rotateSmsInboxKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/{id}/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settings of each app that forwards a phone's SMS to this inbox
         * @description An extension. The settings hold the token's key.
         */
        get: operations["getPhoneSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/{id}/pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a code with which a phone gets this inbox's key
         * @description An extension. The code works once, for ten minutes, and not after the key is rotated. `link` opens a page of this server
         *     that passes the code to the companion app; the code comes after `#`, so no log sees it. After the code, the link may
         *     contain `/` and the numbers of SIM 1 and 2, comma-separated, which the page and the app then show. At most ten codes of
         *     one SMS inbox are valid at a time.
         */
        post: operations["createPairing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an SMS inbox, its numbers and all its messages */
        delete: operations["deleteSmsInbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code for its SMS inbox
         * @description An extension, for the companion app. The code is the credential; it is used up.
         */
        post: operations["pair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest texts across the token's numbers, or the next one
         * @description `after`, `lookback`, `full` and `wait` work as in `GET /svc-api/mail/recent`.
         */
        get: operations["getRecentSms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/message/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One text message, whole */
        get: operations["getSms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver received messages
         * @description All or nothing: the whole push, at most 1,000 messages, is checked before anything is stored. A message's `phone` counts, else the one at the
         *     top. Numbers are matched by their last seven digits; an unknown number is attached as one of two, a third one
         *     is rejected with 403 `token_full`. A single message at the top level (`phone`, `sender`, `body`, `received_at`)
         *     counts as a list of one. A message with the same phone, sender, body and `received_at` (to the second) as a stored
         *     one is a duplicate: counted, not stored.
         */
        post: operations["pushSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sms/{id}/smsgate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver messages as the webhook of the SMSGate app
         * @description An extension, for the open-source Android app SMSGate, which can set neither header nor body. The SMS inbox's key is
         *     the webhook's signing key: `X-Signature` is the hex HMAC-SHA256 of the raw body followed by `X-Timestamp` (epoch
         *     seconds, at most five minutes from the server's clock; the app makes a new one for each attempt). `sms:received` and
         *     `sms:batch:received` are stored by the rules of `POST /svc-api/sms/push`; every other event is acknowledged and
         *     dropped. An unknown `{id}` gets the same response as a wrong signature. Errors name the fields as the push does.
         */
        post: operations["pushFromSmsGate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/webhooks/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a webhook for new messages
         * @description An extension. Each message is sent by `POST` as `{ type, timestamp, data }`, where `type` is `mail.received` or
         *     `sms.received` and `data` the message with `mailbox_id` or `sms_id`; its text is cut after 65,536 characters. It is signed as the Standard
         *     Webhooks specification has it (`webhook-id`, `webhook-timestamp`, `webhook-signature`), with the `secret` that is returned
         *     only here. A response of 2xx within 10 seconds is success; anything else is retried for a day with growing delays.
         *     A message may come more than once, with the same `webhook-id`, and out of order. At most 10,000 are queued; beyond, the oldest is dropped.
         *
         *     `events` needs `mailbox:read` for `mail` and `sms:read` for `sms`; by default it is what the key may read. The webhook
         *     is valid as long as the key that created it.
         */
        post: operations["registerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/webhooks/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's webhooks
         * @description Those whose events the key may read, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one message of type webhook.test now
         * @description Returns the result of one attempt. At most 8 tests of a webhook run at a time; further ones get 429.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook and what waits for it */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/authenticators/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an authenticator for one-time passwords
         * @description An extension. Give the `otpauth://totp/…` URI that the QR code of an app's second factor contains, or its `secret`. RFC 6238,
         *     as authenticator apps on phones. The secret is stored encrypted and never returned.
         */
        post: operations["registerAuthenticator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/authenticators/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's authenticators
         * @description Without their secrets.
         */
        get: operations["listAuthenticators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/authenticators/{id}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The authenticator's current code
         * @description The code at the server's clock, and the one after it. An app accepts a code once, and few accept one after its time: wait for
         *     `next_code` if `valid_for` is short.
         */
        get: operations["getAuthenticatorCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/authenticators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an authenticator with its secret */
        delete: operations["deleteAuthenticator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/agent-tokens/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's other agent keys
         * @description Without the calling key, and never with a key's value.
         */
        get: operations["listAgentKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/agent-tokens/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an agent key
         * @description The response is the only one that contains its secret. A key can't create one that may do more than itself, or that lasts longer. Without `expiry`, a key made by one that expires ends with it.
         */
        post: operations["createAgentKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/agent-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a key's name, scopes or expiry
         * @description Omitted fields stay. `expiry` null removes it. A key can't be given more than the calling key holds, nor a later expiry than its own. Only the fields that are sent are checked.
         */
        put: operations["updateAgentKey"];
        post?: never;
        /**
         * Revoke a key
         * @description Takes effect on the next request, on every server. A key can't revoke itself.
         */
        delete: operations["deleteAgentKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's audit log
         * @description An extension. The last 10,000 entries: agent keys created, changed and revoked, secrets rotated, messages returned to a key,
         *     tunnels opened, sign-ins. No entry contains a key, a code or a text.
         *
         *     An entry about a key, a rotation or a sign-in is stored in the same commit as the action. The others are listed at once by
         *     the server that wrote them, and stored within a second. A long poll that returns no message adds no entry.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svc-api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trade a code for a key of the dashboard
         * @description An extension. `frontdesk dashboard`, and a first start on a terminal, print a link whose code this takes. It makes a new
         *     agent key named `dashboard` with full access, which expires after twelve hours; the code is used up.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @constant */
        Success: true;
        /** @description How many there may be; `null` is unlimited. */
        Limit: number | null;
        /**
         * @description Opaque. Points just after the last message returned; without `more`, after everything received so far.
         * @example 000000001m3t9k1w7
         */
        Cursor: string;
        /** @description Only where `limit` or `cursor` was given: the cursor of the next page, or `null` after the last. */
        Next: string | null;
        /**
         * @description Present if there are messages after `cursor`.
         * @constant
         */
        More: true;
        /** @description Only with `after`: how many messages of any address between it and `cursor` were dropped for newer ones before they could be read. */
        Missed: number;
        /**
         * Format: date-time
         * @description RFC 3339 in UTC with milliseconds.
         * @example 2026-11-20T09:30:00.000Z
         */
        Time: string;
        /**
         * Format: date-time
         * @description RFC 3339 in UTC with milliseconds, or `null`.
         * @example 2026-11-20T09:30:00.000Z
         */
        NullableTime: string | null;
        /** @enum {string} */
        ErrorCode: "invalid_request" | "unauthenticated" | "missing_scope" | "limit_reached" | "vip_required" | "token_full" | "own_key" | "not_found" | "method_not_allowed" | "already_taken" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "internal" | "unavailable";
        Problem: {
            /** @description What was wrong with what, and what to do. */
            error: string;
            code: components["schemas"]["ErrorCode"];
        };
        TokenFullProblem: {
            /** @description What was wrong with what, and what to do. */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @constant */
            use_new_token: true;
            /** @constant */
            token_full: true;
        };
        Done: {
            success: components["schemas"]["Success"];
        };
        ServerVersion: {
            success: components["schemas"]["Success"];
            name: string;
            version: string;
            /** @enum {string} */
            edition: "later" | "earlier";
            mail_domain: string;
            tunnel_domain: string;
            base_domain: string;
            limits: {
                /** @description `free` in the later edition; one number a tier in the earlier, `null` for unlimited. */
                mailboxes: {
                    [key: string]: components["schemas"]["Limit"];
                };
                sms_tokens?: number;
                phones_per_sms_token?: number;
            };
            retention: {
                emails_per_mailbox: number;
                sms_per_phone?: number;
                /** @description Messages older than this many days are removed. */
                days: number;
            };
            smtp: {
                /** @description The port mail is taken on; `null` where no listener runs. */
                port: number | null;
                starttls: boolean;
            };
            /** @description Only in the later edition. */
            providers?: {
                /** @description The provider port, an HTTP proxy; `null` if it is off. */
                port: number | null;
            };
        };
        /** @enum {string} */
        UnavailableReason: "taken" | "reserved" | "invalid";
        SubdomainCheck: {
            success: components["schemas"]["Success"];
            available: boolean;
            name: string;
            domain: string;
            reason?: components["schemas"]["UnavailableReason"];
        };
        MailboxCheck: {
            success: components["schemas"]["Success"];
            available: boolean;
            name: string;
            address: string;
            reason?: components["schemas"]["UnavailableReason"];
        };
        PhoneCheck: {
            success: components["schemas"]["Success"];
            valid: boolean;
            phone: string;
            /** @enum {string} */
            reason?: "invalid";
        };
        /** @enum {string} */
        WebhookEvent: "mail" | "sms";
        WebhookRegistration: {
            /** @description http or https, without a user and password. */
            url: string;
            events?: components["schemas"]["WebhookEvent"][];
            /** @description Only this mailbox's mails; with `events` left out, mails alone. */
            mailbox_id?: string;
            /** @description Only this SMS inbox's texts; with `events` left out, texts alone. */
            sms_id?: string;
        };
        WebhookDelivery: {
            at: components["schemas"]["Time"];
            /** @description HTTP status of the response; `null` if there was none. */
            status: number | null;
            ms: number;
            /** @description Why there was no response. */
            error?: string;
        };
        /**
         * @description What was done. Later versions may add others.
         * @enum {string}
         */
        AuditAction: "key.created" | "key.changed" | "key.revoked" | "connection.approved" | "secret.rotated" | "message.returned" | "code.returned" | "tunnel.opened" | "signed_in";
        AuditEntry: {
            at: components["schemas"]["Time"];
            /** @description The account's name */
            account: string;
            /** @description The id of the agent key. For a mailbox key, an SMS key or a tunnel token, the id of what it belongs to. `null` for the server's command line, and for a sign-in, which needs no key. */
            key_id: string | null;
            action: components["schemas"]["AuditAction"];
            /** @description What it was done to: `key:<id>`, `mailbox:<id>`, `sms:<id>`, `subdomain:<id>` or `storage`. The id of a returned message follows, as in `mailbox:<id>/<message id>`; of several, those of the oldest and the newest, as in `mailbox:<id>/<message id>..<message id>`. For a sign-in or a connection it is the new key. */
            target: string;
            /** @description The client's IP address, as trusted proxies report it. `null` for the server's command line and for requests in process. */
            ip: string | null;
        };
        Webhook: {
            id: string;
            /** Format: uri */
            url: string;
            events: components["schemas"]["WebhookEvent"][];
            mailbox_id: string | null;
            sms_id: string | null;
            created_at: components["schemas"]["Time"];
            /** @description The latest 20 attempts, newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        AccountResponse: {
            success: components["schemas"]["Success"];
            account: {
                name: string;
                tier: components["schemas"]["Tier"];
                limits: {
                    webhooks: components["schemas"]["Limit"];
                    authenticators: components["schemas"]["Limit"];
                    subdomains: components["schemas"]["Limit"];
                    agent_keys: components["schemas"]["Limit"];
                    mailboxes: components["schemas"]["Limit"];
                    sms_tokens: components["schemas"]["Limit"];
                };
                usage: {
                    webhooks: number;
                    authenticators: number;
                    agent_keys: number;
                    subdomains: number;
                    mailboxes: number;
                    sms_tokens: number;
                };
            };
            agent_token: components["schemas"]["AgentKey"];
        };
        /** @enum {string} */
        Tier: "normal" | "vip" | "svip" | "ssvip";
        Subdomain: {
            id: string;
            name: string;
            domain_base: string;
            domain: string;
            /** Format: uri */
            url: string;
            /** @description Starts tunnels: `frontdesk-tunnel -k`. */
            token: string;
            /** @description A tunnel client is connected. */
            online: boolean;
            /** @description Tunnel clients that are connected now. */
            clients: number;
            created_at: components["schemas"]["Time"];
        };
        SubdomainResponse: {
            success: components["schemas"]["Success"];
            subdomain: components["schemas"]["Subdomain"];
        };
        SubdomainRegistration: {
            /** @description A DNS label: 1 to 63 letters, digits and inner hyphens, case-insensitive, not starting with `xn--`. */
            name: string;
            /** @description The tunnel domain (default) or, from the tier vip on, the base domain. */
            domain_base?: string;
        };
        Mailbox: {
            id: string;
            name: string;
            address: string;
            /** @description Reads this mailbox. */
            token: string;
            /** @description Mails stored now. */
            email_count: number;
            created_at: components["schemas"]["Time"];
        };
        MailboxResponse: {
            success: components["schemas"]["Success"];
            mailbox: components["schemas"]["Mailbox"];
        };
        MailboxRegistration: {
            /** @description The local part: 1 to 64 letters, digits, and inner `.`, `_`, `-`; no `..`; case-insensitive. */
            name: string;
        };
        RejectedMail: {
            /** @description The address as it was written. */
            recipient: string;
            /**
             * @description No mailbox of this name, or not this server's mail domain.
             * @enum {string}
             */
            reason: "unknown_mailbox" | "other_domain";
            at: components["schemas"]["Time"];
        };
        EmailSummary: {
            /** @description Sorts by arrival within its mailbox. */
            id: string;
            subject: string;
            /** @description The From header's mailbox, else the envelope's sender. */
            sender: string;
            /** @description The address as it was written, with any `+tag`. */
            recipient: string;
            /** @description The first 140 characters of the text, white space collapsed. */
            snippet: string;
            received_at: components["schemas"]["Time"];
            authenticated: components["schemas"]["Authenticated"];
            via?: components["schemas"]["Via"];
        };
        RecentEmail: {
            /** @description Sorts by arrival within its mailbox. */
            id: string;
            subject: string;
            /** @description The From header's mailbox, else the envelope's sender. */
            sender: string;
            /** @description The address as it was written, with any `+tag`. */
            recipient: string;
            /** @description The first 140 characters of the text, white space collapsed. */
            snippet: string;
            received_at: components["schemas"]["Time"];
            authenticated: components["schemas"]["Authenticated"];
            via?: components["schemas"]["Via"];
            /** @description The full text/plain; with `full=true`, as `links` and `codes`. */
            body?: string;
            /** @description `true` if the mail's text is longer than `body`: beyond 2 MiB, or beyond 32 KiB if reading it all would have taken too long. Absent otherwise. */
            truncated?: boolean;
            links?: components["schemas"]["Links"];
            codes?: components["schemas"]["Codes"];
        };
        Email: {
            id: string;
            subject: string;
            sender: string;
            recipient: string;
            received_at: components["schemas"]["Time"];
            authenticated: components["schemas"]["Authenticated"];
            via?: components["schemas"]["Via"];
            /** @description The full text/plain; of one beyond 2 MiB, its first 2 MiB. */
            body: string;
            /** @description `true` if the mail's text is longer than `body`: beyond 2 MiB, or beyond 32 KiB if reading it all would have taken too long. Absent otherwise. */
            truncated?: boolean;
            links: components["schemas"]["Links"];
            codes: components["schemas"]["Codes"];
        };
        /**
         * @description How the message arrived: `smtp`, `http` (`POST /svc-api/mail/push`), `program` (a program that embeds the server), `test`
         *     (the test mail), `phone` (a push), or the name of the provider whose API the app called, such as `resend`. More may be
         *     added. Absent for messages that an earlier version stored.
         */
        Via: string;
        /**
         * @description Whether the domain of `sender` sent the mail, by SPF, DKIM and DMARC. `pass` speaks for the domain, not for the content:
         *     anybody can own a domain. `fail`: no aligned signature or permitted client, or not exactly one From. `none`: not
         *     checked, or nothing to check: mail from a loopback or private client, mail that did not come by SMTP, no DNS records,
         *     a time-out, a restart before the verdict. `pending`: the check runs; it takes at most some seconds.
         * @enum {string}
         */
        Authenticated: "pass" | "fail" | "none" | "pending";
        /** @description What a person can follow, in the order of the message, each once. Addresses longer than 8 KiB are left out, for half a link is worse than none. */
        Links: components["schemas"]["Link"][];
        Link: {
            /** @description The whole address, without user information. */
            url: string;
            /** @description The words on it, or the address where it stands bare. */
            text: string;
        };
        /** @description Codes of the message, best first: what is typed once to verify or to sign in, then codes of other kinds. Empty where there is none that is surer than even. */
        Codes: components["schemas"]["Code"][];
        Code: {
            /**
             * @description What is typed: ASCII, without separators.
             * @example 482913
             */
            value: string;
            /**
             * @description As the message shows it.
             * @example 482 913
             */
            shown: string;
            /**
             * @description `one_time` is typed once to verify or to sign in, `backup` is one of a list kept for later, `delivery` opens a locker or names a parcel, `booking` is of a journey, a table or a ticket, `reference` names a customer, an order, a product.
             * @enum {string}
             */
            kind: "one_time" | "backup" | "delivery" | "booking" | "reference";
            /** @description How often such a finding is right; at 0.9, nine of ten are. */
            confidence: number;
        };
        Phone: {
            id: string;
            /** @description Digits only, no country code. */
            phone: string;
            /** @description Messages stored now. */
            message_count: number;
            last_received_at: components["schemas"]["NullableTime"];
        };
        LegacyPhone: {
            id: string;
            phone: string;
            /** @description The SMS inbox the number belongs to. */
            sms_id: string;
            message_count: number;
        };
        SmsInbox: {
            id: string;
            /** @description Reads and pushes. */
            token: string;
            phones: components["schemas"]["Phone"][];
            token_full: boolean;
            message_count: number;
            created_at: components["schemas"]["Time"];
        };
        SmsInboxResponse: {
            success: components["schemas"]["Success"];
            sms_token: components["schemas"]["SmsInbox"];
        };
        PhoneApp: {
            /** @description As `frontdesk phone setup --app` takes it. */
            name: string;
            title: string;
            /**
             * @description System of the phone.
             * @enum {string}
             */
            platform: "android" | "ios";
            /** @description What to type where, to be shown as it is. */
            lines: string[];
            /** @description What its user must know before trusting it. */
            warnings: string[];
            /** @description A file that the app imports instead, where it has one. */
            import_file: string | null;
        };
        ClaimCode: {
            code: string;
        };
        SmsRegistration: {
            /** @description Legacy: attaches this number as number 1. */
            phone?: string;
        };
        SmsSummary: {
            /** @description Sorts by arrival within its SMS inbox. */
            id: string;
            sender: string;
            /** @description The first 140 characters of the text, white space collapsed. */
            snippet: string;
            received_at: components["schemas"]["Time"];
            phone_id: string;
            /** @description The number it arrived on. */
            phone: string;
            via?: components["schemas"]["Via"];
        };
        RecentSms: {
            /** @description Sorts by arrival within its SMS inbox. */
            id: string;
            sender: string;
            /** @description The first 140 characters of the text, white space collapsed. */
            snippet: string;
            received_at: components["schemas"]["Time"];
            phone_id: string;
            /** @description The number it arrived on. */
            phone: string;
            via?: components["schemas"]["Via"];
            /** @description The full text; with `full=true`, as `links` and `codes`. */
            body?: string;
            links?: components["schemas"]["Links"];
            codes?: components["schemas"]["Codes"];
        };
        Sms: {
            id: string;
            sender: string;
            body: string;
            received_at: components["schemas"]["Time"];
            phone_id: string;
            phone: string;
            via?: components["schemas"]["Via"];
            links: components["schemas"]["Links"];
            codes: components["schemas"]["Codes"];
        };
        /** @description RFC 3339 with any offset, or epoch seconds or milliseconds as a number or digits. Now when absent. */
        ReceivedAt: string | number | null;
        PushedSms: {
            /** @description The number it arrived on; the push's top-level `phone` when absent. */
            phone?: string | null;
            /** @description At most 256 characters. */
            sender?: string;
            body?: string;
            received_at?: components["schemas"]["ReceivedAt"];
        };
        SmsPush: {
            /** @description For messages without one of their own. */
            phone?: string | null;
            messages?: components["schemas"]["PushedSms"][];
            /** @description Of a single message at the top level, at most 256 characters. */
            sender?: string;
            /** @description Of a single message at the top level. */
            body?: string;
            received_at?: components["schemas"]["ReceivedAt"];
        };
        SmsGateText: {
            sender?: string | null;
            /** @description The sender, as older versions of the app name it. */
            phoneNumber?: string | null;
            /** @description The SIM's own number, where the phone knows it. */
            recipient?: string | null;
            /** @description The SIM slot. */
            simNumber?: number | null;
            message?: string | null;
            receivedAt?: components["schemas"]["ReceivedAt"];
        };
        SmsGatePayload: {
            sender?: string | null;
            phoneNumber?: string | null;
            recipient?: string | null;
            simNumber?: number | null;
            message?: string | null;
            receivedAt?: components["schemas"]["ReceivedAt"];
            /** @description Of a batch, instead of the fields above. */
            messages?: components["schemas"]["SmsGateText"][];
        };
        SmsGateEvent: {
            event: string;
            payload?: components["schemas"]["SmsGatePayload"];
        };
        Pushed: {
            success: components["schemas"]["Success"];
            stored: number;
            duplicates: number;
            phones: components["schemas"]["Phone"][];
            token_full: boolean;
        };
        RejectedPush: {
            recipient: string;
            /** @enum {string} */
            reason: "unknown_mailbox" | "other_domain" | "deleted";
        };
        AuthenticatorRegistration: {
            /** @description Unique in the account, spelled as a mailbox name. Generated if absent. */
            name?: string;
            /** @description `otpauth://totp/…`, instead of the fields below. */
            uri?: string;
            /** @description Base32. Spaces and dashes are ignored. */
            secret?: string;
            /** @description Who asks for the codes. */
            issuer?: string | null;
            /** @description The account there. */
            account?: string | null;
            /** @default 6 */
            digits?: number;
            /**
             * @description Seconds that a code is valid.
             * @default 30
             */
            period?: number;
            /**
             * @default SHA1
             * @enum {string}
             */
            algorithm?: "SHA1" | "SHA256" | "SHA512";
        };
        Authenticator: {
            id: string;
            name: string;
            issuer: string | null;
            account: string | null;
            digits: number;
            /** @description Seconds that a code is valid. */
            period: number;
            /** @enum {string} */
            algorithm: "SHA1" | "SHA256" | "SHA512";
            created_at: components["schemas"]["Time"];
        };
        AgentKey: {
            id: string;
            name: string;
            /** @description Comma-separated, or `null` for full access. */
            scopes: string | null;
            expiry: components["schemas"]["NullableTime"];
            created_at: components["schemas"]["Time"];
            last_used_at: components["schemas"]["NullableTime"];
            connection?: components["schemas"]["Connection"];
        };
        /** @description Of a key that an OAuth client uses at `/mcp`. Revoking the key ends the connection. */
        Connection: {
            /** @description The client's name, as it says itself. */
            client: string;
            /** @description The host to which the client takes a person back, or the scheme of the app. */
            host: string;
            /**
             * @description Set if the server has ended the connection: a used refresh token came again, so it may have been stolen. Connect again.
             * @enum {string}
             */
            ended?: "token_reused";
        };
        NewAgentKey: {
            id: string;
            name: string;
            /** @description Comma-separated, or `null` for full access. */
            scopes: string | null;
            expiry: components["schemas"]["NullableTime"];
            created_at: components["schemas"]["Time"];
            last_used_at: components["schemas"]["NullableTime"];
            /** @description Shown this once. */
            token: string;
        };
        AgentKeyCreation: {
            name: string;
            /** @description Comma-separated; omitted or `null` means full access. */
            scopes?: string | null;
            /** @description RFC 3339, in the future. */
            expiry?: string | null;
        };
        AgentKeyUpdate: {
            name?: string;
            /** @description Comma-separated, or `null` for full access. */
            scopes?: string | null;
            /** @description RFC 3339, in the future; `null` removes it. */
            expiry?: string | null;
        };
    };
    responses: {
        /** @description Done */
        Done: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true
                 *     }
                 */
                "application/json": components["schemas"]["Done"];
            };
        };
        /** @description What was stored */
        Pushed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true,
                 *       "stored": 1,
                 *       "duplicates": 0,
                 *       "phones": [
                 *         {
                 *           "id": "p1",
                 *           "phone": "5550123456",
                 *           "message_count": 1,
                 *           "last_received_at": "2026-11-20T09:30:00.000Z"
                 *         }
                 *       ],
                 *       "token_full": false
                 *     }
                 */
                "application/json": components["schemas"]["Pushed"];
            };
        };
        /** @description The input is wrong (`invalid_request`); the sentence names the field. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "`n` must be at most 10.",
                 *       "code": "invalid_request"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description No valid credential of the right kind (`unauthenticated`). */
        Unauthenticated: {
            headers: {
                /** @description Always `Bearer` */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Send an agent access key as `Authorization: Bearer svcagt_…`.",
                 *       "code": "unauthenticated"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The code is unknown, was used, is older than ten minutes, or its key was rotated (`unauthenticated`). */
        DeadCode: {
            headers: {
                /** @description Always `Bearer` */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This code is unknown, was used already, or is older than ten minutes. Ask for a new one.",
                 *       "code": "unauthenticated"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The signature is missing or wrong, its time is off, or there is no such SMS inbox (`unauthenticated`). */
        WrongSignature: {
            headers: {
                /** @description Always `HMAC-SHA256` */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The signature is not that of this SMS inbox. Set the SMS inbox's key as the webhook's signing key.",
                 *       "code": "unauthenticated"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The key lacks the scope (`missing_scope`). */
        MissingScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This key lacks the scope mailbox:read. Use one that has it, or ask for it to be added.",
                 *       "code": "missing_scope"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The account has no room for another (`limit_reached`), or the key lacks the scope (`missing_scope`). */
        LimitReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This account may have 5 mailboxes and has 5. Delete one, or raise the account's limit (frontdesk account set).",
                 *       "code": "limit_reached"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The name needs a higher tier (`vip_required`), the account has no room for another (`limit_reached`), or the key lacks the scope (`missing_scope`). */
        VipRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Names directly under vip.localhost need the tier vip or higher; this account is normal.",
                 *       "code": "vip_required"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A key can't revoke itself (`own_key`), or it lacks the scope (`missing_scope`). */
        OwnKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "A key can't revoke itself. Use another key of the account.",
                 *       "code": "own_key"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A third number was pushed (`token_full`); nothing was stored. */
        TokenFull: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "messages[1]: this SMS inbox already has its two numbers. Create another SMS inbox for the third.",
                 *       "code": "token_full",
                 *       "use_new_token": true,
                 *       "token_full": true
                 *     }
                 */
                "application/json": components["schemas"]["TokenFullProblem"];
            };
        };
        /** @description There is no such thing in this account or inbox (`not_found`). */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "There is no mailbox with this id in this account.",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The name is taken or reserved (`already_taken`). */
        AlreadyTaken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The mailbox name signup is taken. Choose another.",
                 *       "code": "already_taken"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 1 MiB (`payload_too_large`). */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The request body is larger than 1 MiB.",
                 *       "code": "payload_too_large"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is declared as something other than JSON (`unsupported_media_type`). */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Send the body as JSON, with `Content-Type: application/json`.",
                 *       "code": "unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests of this key or account, wrong credentials from this IP, or pending waits on this inbox (`rate_limited`). */
        RateLimited: {
            headers: {
                /** @description Seconds until another try makes sense */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "1000 waits are already held on this inbox. End one, or try again in a second.",
                 *       "code": "rate_limited"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The server's storage does not respond (`unavailable`); nothing was changed. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The server's storage does not answer. Try again shortly.",
                 *       "code": "unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The subdomain's id
         * @example s7c1n2b8q0d5e4r6
         */
        SubdomainId: string;
        /**
         * @description The mailbox's id
         * @example m3t9k1w7b5x2c8v0
         */
        MailboxId: string;
        /**
         * @description The SMS inbox's id
         * @example t6y2u8i4o0p1a5s3
         */
        SmsInboxId: string;
        /**
         * @description The webhook's id
         * @example w4f0v6w2zq1m9x3c
         */
        WebhookId: string;
        /**
         * @description The authenticator's id
         * @example a9d2f5h8j1l4n7q0
         */
        AuthenticatorId: string;
        /**
         * @description The key's id (not its value)
         * @example k4f0v6w2zq1m9x3c
         */
        AgentKeyId: string;
        /**
         * @description Largest number of records; 100 if only `cursor` is given, all if neither is.
         * @example 100
         */
        ListLimit: number;
        /**
         * @description The `next` of an earlier response
         * @example 1.64
         */
        ListCursor: string;
        /**
         * @description Only messages that arrived after this cursor, which is the `cursor` of any earlier response or the id of any message of this inbox.
         * @example 000000001m3t9k1w7
         */
        After: string;
        /**
         * @description Seconds to hold the response if there is no such message yet (long poll).
         * @example 25
         */
        Wait: number;
        /**
         * @description Instead of `after`, for a reader that has no cursor yet. Only messages of this many past seconds by the server's clock.
         * @example 60
         */
        Lookback: number;
        /**
         * @description Only mail whose `recipient` is this address, case-insensitive, such as `signup+shop@desk.example.com`; the `+` may be written as it is. The cursor also moves past mail that did not match.
         * @example signup+shop@desk.example.com
         */
        To: string;
        /**
         * @description With `true` only mail whose `authenticated` is `pass`. If a verdict is pending, the response waits for it, with `wait` as
         *     long as that says, else up to 2 seconds. It ends before a mail whose verdict is still pending, and so does the cursor;
         *     it moves past `fail` and `none`.
         * @example true
         */
        AuthenticatedOnly: "true" | "false";
        /**
         * @description With `true` each row is the full message. After 4 MiB of text the response ends, with `more`.
         * @example true
         */
        Full: "true" | "false";
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getServerVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What this server is and what it allows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerVersion"];
                };
            };
        };
    };
    checkSubdomain: {
        parameters: {
            query?: {
                /**
                 * @description The domain the name goes under; the three-level tunnel domain when omitted.
                 * @example vip.localhost
                 */
                domain_base?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The label asked for
                 * @example demo
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it can be registered now, and if not, why */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "available": true,
                     *       "name": "demo",
                     *       "domain": "demo.tunnel.localhost"
                     *     }
                     */
                    "application/json": components["schemas"]["SubdomainCheck"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkMailbox: {
        parameters: {
            query: {
                /**
                 * @description The local part asked for
                 * @example signup
                 */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it can be registered now, and if not, why */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "available": false,
                     *       "name": "postmaster",
                     *       "address": "postmaster@desk.example.com",
                     *       "reason": "reserved"
                     *     }
                     */
                    "application/json": components["schemas"]["MailboxCheck"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkPhone: {
        parameters: {
            query: {
                /**
                 * @description Digits without country code
                 * @example 5550123456
                 */
                phone: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a push may carry it, and if not, why */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "valid": true,
                     *       "phone": "5550123456"
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneCheck"];
                };
            };
            400: components["responses"]["InvalidRequest"];
        };
    };
    getTunnelSkill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # Frontdesk
                     *
                     *     Use this server to receive verification codes.
                     */
                    "text/markdown": string;
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account and the calling key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "account": {
                     *         "name": "default",
                     *         "tier": "normal",
                     *         "limits": {
                     *           "subdomains": 50,
                     *           "mailboxes": 5,
                     *           "sms_tokens": 5,
                     *           "agent_keys": 100,
                     *           "webhooks": 20,
                     *           "authenticators": 50
                     *         },
                     *         "usage": {
                     *           "subdomains": 1,
                     *           "mailboxes": 2,
                     *           "sms_tokens": 0,
                     *           "agent_keys": 1,
                     *           "webhooks": 0,
                     *           "authenticators": 0
                     *         }
                     *       },
                     *       "agent_token": {
                     *         "id": "k4f0v6w2zq1m9x3c",
                     *         "name": "ci",
                     *         "scopes": "mailbox:read,mailbox:create",
                     *         "expiry": "2027-01-01T00:00:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "last_used_at": "2026-11-20T09:31:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubdomains: {
        parameters: {
            query?: {
                /**
                 * @description Largest number of records; 100 if only `cursor` is given, all if neither is.
                 * @example 100
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description The `next` of an earlier response
                 * @example 1.64
                 */
                cursor?: components["parameters"]["ListCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subdomains": [
                     *         {
                     *           "id": "s7c1n2b8q0d5e4r6",
                     *           "name": "demo",
                     *           "domain_base": "tunnel.localhost",
                     *           "domain": "demo.tunnel.localhost",
                     *           "url": "http://demo.tunnel.localhost:8787",
                     *           "token": "svc_2Xh0examplexexamplexexamplex",
                     *           "online": false,
                     *           "clients": 0,
                     *           "created_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        next?: components["schemas"]["Next"];
                        subdomains: components["schemas"]["Subdomain"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerSubdomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "demo"
                 *     }
                 */
                "application/json": components["schemas"]["SubdomainRegistration"];
            };
        };
        responses: {
            /** @description Registered; the token starts tunnels */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subdomain": {
                     *         "id": "s7c1n2b8q0d5e4r6",
                     *         "name": "demo",
                     *         "domain_base": "tunnel.localhost",
                     *         "domain": "demo.tunnel.localhost",
                     *         "url": "http://demo.tunnel.localhost:8787",
                     *         "token": "svc_2Xh0examplexexamplexexamplex",
                     *         "online": false,
                     *         "clients": 0,
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubdomainResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["VipRequired"];
            409: components["responses"]["AlreadyTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    renewSubdomainToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The subdomain's id
                 * @example s7c1n2b8q0d5e4r6
                 */
                id: components["parameters"]["SubdomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subdomain with its new token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "subdomain": {
                     *         "id": "s7c1n2b8q0d5e4r6",
                     *         "name": "demo",
                     *         "domain_base": "tunnel.localhost",
                     *         "domain": "demo.tunnel.localhost",
                     *         "url": "http://demo.tunnel.localhost:8787",
                     *         "token": "svc_2Xh0examplexexamplexexamplex",
                     *         "online": false,
                     *         "clients": 0,
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubdomainResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubdomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The subdomain's id
                 * @example s7c1n2b8q0d5e4r6
                 */
                id: components["parameters"]["SubdomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "signup"
                 *     }
                 */
                "application/json": components["schemas"]["MailboxRegistration"];
            };
        };
        responses: {
            /** @description Registered; the token reads it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "mailbox": {
                     *         "id": "m3t9k1w7b5x2c8v0",
                     *         "name": "signup",
                     *         "address": "signup@desk.example.com",
                     *         "token": "svcm_5Rt0examplexexamplexexamplex",
                     *         "email_count": 0,
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MailboxResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["LimitReached"];
            409: components["responses"]["AlreadyTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMailboxes: {
        parameters: {
            query?: {
                /**
                 * @description Largest number of records; 100 if only `cursor` is given, all if neither is.
                 * @example 100
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description The `next` of an earlier response
                 * @example 1.64
                 */
                cursor?: components["parameters"]["ListCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. `limit` is `null` where there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "mailboxes": [
                     *         {
                     *           "id": "m3t9k1w7b5x2c8v0",
                     *           "name": "signup",
                     *           "address": "signup@desk.example.com",
                     *           "token": "svcm_5Rt0examplexexamplexexamplex",
                     *           "email_count": 0,
                     *           "created_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "limit": 5,
                     *       "used": 1
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        next?: components["schemas"]["Next"];
                        mailboxes: components["schemas"]["Mailbox"][];
                        limit: components["schemas"]["Limit"];
                        used: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRejectedMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 50, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "rejected": [
                     *         {
                     *           "recipient": "sign-up@desk.example.com",
                     *           "reason": "unknown_mailbox",
                     *           "at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        rejected: components["schemas"]["RejectedMail"][];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMailboxEmails: {
        parameters: {
            query?: {
                /**
                 * @description How many at most
                 * @example 3
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The mailbox's id
                 * @example m3t9k1w7b5x2c8v0
                 */
                id: components["parameters"]["MailboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, without the body */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "emails": [
                     *         {
                     *           "id": "000000001m3t9k1w7",
                     *           "subject": "Your sign-in code",
                     *           "sender": "Example Shop <no-reply@shop.example>",
                     *           "recipient": "signup+shop@desk.example.com",
                     *           "snippet": "481 220 is your code. It is good for ten minutes.",
                     *           "received_at": "2026-11-20T09:30:00.000Z",
                     *           "authenticated": "pass"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        emails: components["schemas"]["EmailSummary"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    clearMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The mailbox's id
                 * @example m3t9k1w7b5x2c8v0
                 */
                id: components["parameters"]["MailboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The mailbox's id
                 * @example m3t9k1w7b5x2c8v0
                 */
                id: components["parameters"]["MailboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored; pending waits have received it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "recipient": "signup@desk.example.com",
                     *       "code": "481220"
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        /** @description The address it was sent to. */
                        recipient: string;
                        /** @description The code that stands in it, as it is typed. */
                        code: string;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateMailboxToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The mailbox's id
                 * @example m3t9k1w7b5x2c8v0
                 */
                id: components["parameters"]["MailboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mailbox with its new token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "mailbox": {
                     *         "id": "m3t9k1w7b5x2c8v0",
                     *         "name": "signup",
                     *         "address": "signup@desk.example.com",
                     *         "token": "svcm_5Rt0examplexexamplexexamplex",
                     *         "email_count": 0,
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MailboxResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The mailbox's id
                 * @example m3t9k1w7b5x2c8v0
                 */
                id: components["parameters"]["MailboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecentMail: {
        parameters: {
            query?: {
                /**
                 * @description How many at most
                 * @example 5
                 */
                n?: number;
                /**
                 * @description Only messages that arrived after this cursor, which is the `cursor` of any earlier response or the id of any message of this inbox.
                 * @example 000000001m3t9k1w7
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Instead of `after`, for a reader that has no cursor yet. Only messages of this many past seconds by the server's clock.
                 * @example 60
                 */
                lookback?: components["parameters"]["Lookback"];
                /**
                 * @description Only mail whose `recipient` is this address, case-insensitive, such as `signup+shop@desk.example.com`; the `+` may be written as it is. The cursor also moves past mail that did not match.
                 * @example signup+shop@desk.example.com
                 */
                to?: components["parameters"]["To"];
                /**
                 * @description With `true` only mail whose `authenticated` is `pass`. If a verdict is pending, the response waits for it, with `wait` as
                 *     long as that says, else up to 2 seconds. It ends before a mail whose verdict is still pending, and so does the cursor;
                 *     it moves past `fail` and `none`.
                 * @example true
                 */
                authenticated?: components["parameters"]["AuthenticatedOnly"];
                /**
                 * @description With `true` each row is the full message. After 4 MiB of text the response ends, with `more`.
                 * @example true
                 */
                full?: components["parameters"]["Full"];
                /**
                 * @description Seconds to hold the response if there is no such message yet (long poll).
                 * @example 25
                 */
                wait?: components["parameters"]["Wait"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "emails": [
                     *         {
                     *           "id": "000000001m3t9k1w7",
                     *           "subject": "Your sign-in code",
                     *           "sender": "Example Shop <no-reply@shop.example>",
                     *           "recipient": "signup+shop@desk.example.com",
                     *           "snippet": "481 220 is your code. It is good for ten minutes.",
                     *           "received_at": "2026-11-20T09:30:00.000Z",
                     *           "authenticated": "pass"
                     *         }
                     *       ],
                     *       "cursor": "000000001m3t9k1w7"
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        emails: components["schemas"]["RecentEmail"][];
                        cursor: components["schemas"]["Cursor"];
                        more?: components["schemas"]["More"];
                        missed?: components["schemas"]["Missed"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The mail's id
                 * @example 000000001m3t9k1w7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail; `body` is its text/plain, or its HTML turned into readable text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "email": {
                     *         "id": "000000001m3t9k1w7",
                     *         "subject": "Your sign-in code",
                     *         "sender": "Example Shop <no-reply@shop.example>",
                     *         "recipient": "signup+shop@desk.example.com",
                     *         "received_at": "2026-11-20T09:30:00.000Z",
                     *         "authenticated": "pass",
                     *         "body": "481 220 is your code.\nIt is good for ten minutes.\n",
                     *         "links": [],
                     *         "codes": [
                     *           {
                     *             "value": "481220",
                     *             "shown": "481 220",
                     *             "kind": "one_time",
                     *             "confidence": 0.99
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        email: components["schemas"]["Email"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushMail: {
        parameters: {
            query?: {
                /**
                 * @description A recipient of the SMTP envelope. Repeat it for more, up to 100.
                 * @example [
                 *       "signup@desk.example.com"
                 *     ]
                 */
                to?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example From: shop@shop.example
                 *     To: signup@desk.example.com
                 *     Subject: Your code
                 *
                 *     369385 is your verification code.
                 */
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description Stored for at least one recipient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "stored": 1,
                     *       "rejected": []
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        /** @description Recipients whose mailbox has it. */
                        stored: number;
                        rejected: components["schemas"]["RejectedPush"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerSmsInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SmsRegistration"];
            };
        };
        responses: {
            /** @description Created; the token reads and pushes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "sms_token": {
                     *         "id": "t6y2u8i4o0p1a5s3",
                     *         "token": "svcsms_8Kp0examplexexamplexexample",
                     *         "phones": [
                     *           {
                     *             "id": "p1",
                     *             "phone": "5550123456",
                     *             "message_count": 1,
                     *             "last_received_at": "2026-11-20T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "token_full": false,
                     *         "message_count": 1,
                     *         "created_at": "2026-11-20T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SmsInboxResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["LimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSmsInboxes: {
        parameters: {
            query?: {
                /**
                 * @description Largest number of records; 100 if only `cursor` is given, all if neither is.
                 * @example 100
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description The `next` of an earlier response
                 * @example 1.64
                 */
                cursor?: components["parameters"]["ListCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. `limit` is `null` where there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "sms_tokens": [
                     *         {
                     *           "id": "t6y2u8i4o0p1a5s3",
                     *           "token": "svcsms_8Kp0examplexexamplexexample",
                     *           "phones": [
                     *             {
                     *               "id": "p1",
                     *               "phone": "5550123456",
                     *               "message_count": 1,
                     *               "last_received_at": "2026-11-20T09:30:00.000Z"
                     *             }
                     *           ],
                     *           "token_full": false,
                     *           "message_count": 1,
                     *           "created_at": "2026-11-20T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "phones": [
                     *         {
                     *           "id": "p1",
                     *           "phone": "5550123456",
                     *           "sms_id": "t6y2u8i4o0p1a5s3",
                     *           "message_count": 1
                     *         }
                     *       ],
                     *       "limit": 5,
                     *       "used": 1
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        next?: components["schemas"]["Next"];
                        sms_tokens: components["schemas"]["SmsInbox"][];
                        phones: components["schemas"]["LegacyPhone"][];
                        limit: components["schemas"]["Limit"];
                        used: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSmsInboxMessages: {
        parameters: {
            query?: {
                /**
                 * @description How many at most
                 * @example 5
                 */
                limit?: number;
                /**
                 * @description Only texts that arrived on this number
                 * @example p1
                 */
                phone_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The SMS inbox's id
                 * @example t6y2u8i4o0p1a5s3
                 */
                id: components["parameters"]["SmsInboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, across the token's numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "messages": [
                     *         {
                     *           "id": "000000001t6y2u8i4",
                     *           "sender": "EXAMPLE",
                     *           "snippet": "903114 is your sign-in code.",
                     *           "received_at": "2026-11-20T09:30:00.000Z",
                     *           "phone_id": "p1",
                     *           "phone": "5550123456"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        messages: components["schemas"]["SmsSummary"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSmsInboxKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The SMS inbox's id
                 * @example t6y2u8i4o0p1a5s3
                 */
                id: components["parameters"]["SmsInboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The SMS inbox with its new key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "sms_token": {
                     *         "id": "t6y2u8i4o0p1a5s3",
                     *         "token": "svcsms_8Kp0examplexexamplexexample",
                     *         "phones": [
                     *           {
                     *             "id": "p1",
                     *             "phone": "5550123456",
                     *             "message_count": 1,
                     *             "last_received_at": "2026-11-20T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "token_full": false,
                     *         "message_count": 1,
                     *         "created_at": "2026-11-20T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SmsInboxResponse"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPhoneSetup: {
        parameters: {
            query: {
                /**
                 * @description The phone's own number, which most phones don't know, of SIM 1
                 * @example 5550123456
                 */
                phone: string;
                /**
                 * @description The number of SIM 2
                 * @example 5550987654
                 */
                phone2?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The SMS inbox's id
                 * @example t6y2u8i4o0p1a5s3
                 */
                id: components["parameters"]["SmsInboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each app in turn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "apps": [
                     *         {
                     *           "name": "smsforwarder",
                     *           "title": "SmsForwarder (pppscn/SmsForwarder)",
                     *           "platform": "android",
                     *           "lines": [
                     *             "Webhook server:",
                     *             "  http://localhost:8787/svc-api/sms/push"
                     *           ],
                     *           "warnings": [
                     *             "It accepts any TLS certificate."
                     *           ],
                     *           "import_file": null
                     *         }
                     *       ],
                     *       "limits": [
                     *         "RCS chats are not SMS."
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        apps: components["schemas"]["PhoneApp"][];
                        /** @description What no app on Android can change. */
                        limits: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPairing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The SMS inbox's id
                 * @example t6y2u8i4o0p1a5s3
                 */
                id: components["parameters"]["SmsInboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code and the link that holds it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "pairing": {
                     *         "code": "Vb3kQ0example5example0A",
                     *         "link": "http://localhost:8787/pair#Vb3kQ0example5example0A",
                     *         "expires_at": "2026-11-20T09:40:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        pairing: {
                            /** @description 128 random bits, shown this once. */
                            code: string;
                            link: string;
                            expires_at: components["schemas"]["Time"];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSmsInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The SMS inbox's id
                 * @example t6y2u8i4o0p1a5s3
                 */
                id: components["parameters"]["SmsInboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    pair: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "Vb3kQ0example5example0A"
                 *     }
                 */
                "application/json": components["schemas"]["ClaimCode"];
            };
        };
        responses: {
            /** @description The SMS inbox with its key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "sms_token": {
                     *         "id": "t6y2u8i4o0p1a5s3",
                     *         "token": "svcsms_8Kp0examplexexamplexexample",
                     *         "phones": [
                     *           {
                     *             "id": "p1",
                     *             "phone": "5550123456",
                     *             "message_count": 1,
                     *             "last_received_at": "2026-11-20T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "token_full": false,
                     *         "message_count": 1,
                     *         "created_at": "2026-11-20T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SmsInboxResponse"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["DeadCode"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecentSms: {
        parameters: {
            query?: {
                /**
                 * @description How many at most
                 * @example 5
                 */
                n?: number;
                /**
                 * @description Only messages that arrived after this cursor, which is the `cursor` of any earlier response or the id of any message of this inbox.
                 * @example 000000001m3t9k1w7
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Instead of `after`, for a reader that has no cursor yet. Only messages of this many past seconds by the server's clock.
                 * @example 60
                 */
                lookback?: components["parameters"]["Lookback"];
                /**
                 * @description With `true` each row is the full message. After 4 MiB of text the response ends, with `more`.
                 * @example true
                 */
                full?: components["parameters"]["Full"];
                /**
                 * @description Seconds to hold the response if there is no such message yet (long poll).
                 * @example 25
                 */
                wait?: components["parameters"]["Wait"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "messages": [
                     *         {
                     *           "id": "000000001t6y2u8i4",
                     *           "sender": "EXAMPLE",
                     *           "snippet": "903114 is your sign-in code.",
                     *           "received_at": "2026-11-20T09:30:00.000Z",
                     *           "phone_id": "p1",
                     *           "phone": "5550123456"
                     *         }
                     *       ],
                     *       "phones": [
                     *         {
                     *           "id": "p1",
                     *           "phone": "5550123456",
                     *           "message_count": 1,
                     *           "last_received_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "token_full": false,
                     *       "cursor": "000000001t6y2u8i4"
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        messages: components["schemas"]["RecentSms"][];
                        phones: components["schemas"]["Phone"][];
                        /** @description Two numbers are attached; a third is refused. */
                        token_full: boolean;
                        cursor: components["schemas"]["Cursor"];
                        more?: components["schemas"]["More"];
                        missed?: components["schemas"]["Missed"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message's id
                 * @example 000000001t6y2u8i4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message and the number it arrived on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": {
                     *         "id": "000000001t6y2u8i4",
                     *         "sender": "EXAMPLE",
                     *         "body": "903114 is your sign-in code.",
                     *         "received_at": "2026-11-20T09:30:00.000Z",
                     *         "phone_id": "p1",
                     *         "phone": "5550123456",
                     *         "links": [],
                     *         "codes": [
                     *           {
                     *             "value": "903114",
                     *             "shown": "903114",
                     *             "kind": "one_time",
                     *             "confidence": 0.99
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        message: components["schemas"]["Sms"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushSms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "5550123456",
                 *       "messages": [
                 *         {
                 *           "phone": "5550123456",
                 *           "sender": "EXAMPLE",
                 *           "body": "903114 is your sign-in code.",
                 *           "received_at": "2026-11-20T10:30:00+01:00"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SmsPush"];
            };
        };
        responses: {
            200: components["responses"]["Pushed"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["TokenFull"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushFromSmsGate: {
        parameters: {
            query?: {
                /**
                 * @description Receiving number, if the app does not know it.
                 * @example 5550123456
                 */
                phone?: string;
                /**
                 * @description Receiving number of SIM 2, if it differs.
                 * @example 5550987654
                 */
                phone2?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The SMS inbox's id
                 * @example t6y2u8i4o0p1a5s3
                 */
                id: components["parameters"]["SmsInboxId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "sms:received",
                 *       "payload": {
                 *         "sender": "EXAMPLE",
                 *         "phoneNumber": "EXAMPLE",
                 *         "recipient": "+15550123456",
                 *         "simNumber": 1,
                 *         "message": "903114 is your sign-in code.",
                 *         "receivedAt": "2026-11-20T10:30:00.000+01:00"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SmsGateEvent"];
            };
        };
        responses: {
            200: components["responses"]["Pushed"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["WrongSignature"];
            403: components["responses"]["TokenFull"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://app.example.com/frontdesk",
                 *       "events": [
                 *         "mail"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRegistration"];
            };
        };
        responses: {
            /** @description Registered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "webhook": {
                     *         "id": "w4f0v6w2zq1m9x3c",
                     *         "url": "https://app.example.com/frontdesk",
                     *         "events": [
                     *           "mail"
                     *         ],
                     *         "mailbox_id": null,
                     *         "sms_id": null,
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "deliveries": [
                     *           {
                     *             "at": "2026-11-20T09:31:00.000Z",
                     *             "status": 204,
                     *             "ms": 12
                     *           }
                     *         ]
                     *       },
                     *       "secret": "whsec_ZXhhbXBsZS1zZWNyZXQtZXhhbXBsZS1zZWNyZXQ="
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        webhook: components["schemas"]["Webhook"];
                        /** @description Verifies signatures; shown this once. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["LimitReached"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Largest number of records; 100 if only `cursor` is given, all if neither is.
                 * @example 100
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description The `next` of an earlier response
                 * @example 1.64
                 */
                cursor?: components["parameters"]["ListCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "webhooks": [
                     *         {
                     *           "id": "w4f0v6w2zq1m9x3c",
                     *           "url": "https://app.example.com/frontdesk",
                     *           "events": [
                     *             "mail"
                     *           ],
                     *           "mailbox_id": null,
                     *           "sms_id": null,
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "deliveries": [
                     *             {
                     *               "at": "2026-11-20T09:31:00.000Z",
                     *               "status": 204,
                     *               "ms": 12
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        next?: components["schemas"]["Next"];
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook's id
                 * @example w4f0v6w2zq1m9x3c
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "delivery": {
                     *         "at": "2026-11-20T09:31:00.000Z",
                     *         "status": 204,
                     *         "ms": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook's id
                 * @example w4f0v6w2zq1m9x3c
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "anna",
                 *       "uri": "otpauth://totp/Shop:anna@shop.example?secret=JBSWY3DPEHPK3PXP&issuer=Shop"
                 *     }
                 */
                "application/json": components["schemas"]["AuthenticatorRegistration"];
            };
        };
        responses: {
            /** @description Registered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "authenticator": {
                     *         "id": "a9d2f5h8j1l4n7q0",
                     *         "name": "anna",
                     *         "issuer": "Shop",
                     *         "account": "anna@shop.example",
                     *         "digits": 6,
                     *         "period": 30,
                     *         "algorithm": "SHA1",
                     *         "created_at": "2026-11-20T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        authenticator: components["schemas"]["Authenticator"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["LimitReached"];
            409: components["responses"]["AlreadyTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuthenticators: {
        parameters: {
            query?: {
                /**
                 * @description Largest number of records; 100 if only `cursor` is given, all if neither is.
                 * @example 100
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description The `next` of an earlier response
                 * @example 1.64
                 */
                cursor?: components["parameters"]["ListCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "authenticators": [
                     *         {
                     *           "id": "a9d2f5h8j1l4n7q0",
                     *           "name": "anna",
                     *           "issuer": "Shop",
                     *           "account": "anna@shop.example",
                     *           "digits": 6,
                     *           "period": 30,
                     *           "algorithm": "SHA1",
                     *           "created_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        next?: components["schemas"]["Next"];
                        authenticators: components["schemas"]["Authenticator"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthenticatorCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The authenticator's id
                 * @example a9d2f5h8j1l4n7q0
                 */
                id: components["parameters"]["AuthenticatorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "code": "282760",
                     *       "valid_for": 17,
                     *       "next_code": "996554"
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        code: string;
                        /** @description Whole seconds until `next_code` is the code. */
                        valid_for: number;
                        next_code: string;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The authenticator's id
                 * @example a9d2f5h8j1l4n7q0
                 */
                id: components["parameters"]["AuthenticatorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgentKeys: {
        parameters: {
            query?: {
                /**
                 * @description Largest number of records; 100 if only `cursor` is given, all if neither is.
                 * @example 100
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description The `next` of an earlier response
                 * @example 1.64
                 */
                cursor?: components["parameters"]["ListCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "agent_tokens": [
                     *         {
                     *           "id": "k4f0v6w2zq1m9x3c",
                     *           "name": "ci",
                     *           "scopes": "mailbox:read,mailbox:create",
                     *           "expiry": "2027-01-01T00:00:00.000Z",
                     *           "created_at": "2026-11-20T09:30:00.000Z",
                     *           "last_used_at": "2026-11-20T09:31:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        next?: components["schemas"]["Next"];
                        agent_tokens: components["schemas"]["AgentKey"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgentKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scopes": "mailbox:read,mailbox:create"
                 *     }
                 */
                "application/json": components["schemas"]["AgentKeyCreation"];
            };
        };
        responses: {
            /** @description Created */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "agent_token": {
                     *         "id": "k4f0v6w2zq1m9x3c",
                     *         "name": "ci",
                     *         "scopes": "mailbox:read,mailbox:create",
                     *         "expiry": null,
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "last_used_at": null,
                     *         "token": "svcagt_9Qw0examplexexamplexexample"
                     *       }
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        agent_token: components["schemas"]["NewAgentKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["LimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAgentKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The key's id (not its value)
                 * @example k4f0v6w2zq1m9x3c
                 */
                id: components["parameters"]["AgentKeyId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "expiry": "2027-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["AgentKeyUpdate"];
            };
        };
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "agent_token": {
                     *         "id": "k4f0v6w2zq1m9x3c",
                     *         "name": "ci",
                     *         "scopes": "mailbox:read,mailbox:create",
                     *         "expiry": "2027-01-01T00:00:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "last_used_at": "2026-11-20T09:31:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        agent_token: components["schemas"]["AgentKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAgentKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The key's id (not its value)
                 * @example k4f0v6w2zq1m9x3c
                 */
                id: components["parameters"]["AgentKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["OwnKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description Largest number of records; 100 if only `cursor` is given, all if neither is.
                 * @example 100
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description The `next` of an earlier response
                 * @example 1.64
                 */
                cursor?: components["parameters"]["ListCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "entries": [
                     *         {
                     *           "at": "2026-11-20T09:31:00.000Z",
                     *           "account": "default",
                     *           "key_id": "m3t9k1w7b5x2c8v0",
                     *           "action": "message.returned",
                     *           "target": "mailbox:m3t9k1w7b5x2c8v0/000000001m3t9k1w7",
                     *           "ip": "192.0.2.10"
                     *         },
                     *         {
                     *           "at": "2026-11-20T09:30:00.000Z",
                     *           "account": "default",
                     *           "key_id": null,
                     *           "action": "key.created",
                     *           "target": "key:k4f0v6w2zq1m9x3c",
                     *           "ip": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        next?: components["schemas"]["Next"];
                        entries: components["schemas"]["AuditEntry"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["MissingScope"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "Vb3kQ0example5example0A"
                 *     }
                 */
                "application/json": components["schemas"]["ClaimCode"];
            };
        };
        responses: {
            /** @description The new key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "agent_token": {
                     *         "id": "k4f0v6w2zq1m9x3c",
                     *         "name": "dashboard",
                     *         "scopes": null,
                     *         "expiry": "2026-11-20T21:30:00.000Z",
                     *         "created_at": "2026-11-20T09:30:00.000Z",
                     *         "last_used_at": null,
                     *         "token": "svcagt_9Qw0examplexexamplexexample"
                     *       }
                     *     }
                     */
                    "application/json": {
                        success: components["schemas"]["Success"];
                        agent_token: components["schemas"]["NewAgentKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["DeadCode"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
}
