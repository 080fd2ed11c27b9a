/** The program under test: mails a code to whoever signs up, and knows whether it is brought back. */
exports.createSignUp = (sendMail) => {
  const codes = new Map();
  return {
    async begin(address) {
      const code = String(Math.floor(100_000 + Math.random() * 900_000));
      codes.set(address, code);
      await sendMail({ to: address, subject: "Welcome", text: `Your verification code is ${code}.` });
    },
    confirm: (address, code) => codes.get(address) === code,
  };
};
