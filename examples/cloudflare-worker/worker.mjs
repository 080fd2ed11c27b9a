/** Cloudflare Email Worker: delivers each mail that Email Routing receives for your domain to Frontdesk. */
export default {
  async email(message, env) {
    const url = new URL("/svc-api/mail/push", env.FRONTDESK_URL);
    url.searchParams.set("to", message.to);
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${env.FRONTDESK_KEY}`, "content-type": "message/rfc822" },
      body: message.raw,
      duplex: "half",
    });
    // Tells the sender at once. Any other failure throws, so that the sender tries again later.
    if (response.status === 404) return message.setReject("No such mailbox");
    if (!response.ok) throw new Error(`Frontdesk responded with ${response.status}: ${await response.text()}`);
  },
};
