/** A sign-up mail as services send them: text and HTML, some 2 kB, ready for the wire with its final dot. */
export function signUpMail(code: string): Buffer {
  const lines = [
    "Received: from out.bench.localhost by mx.bench.localhost; Sat, 3 May 2025 10:00:00 +0000",
    "From: Example Shop <no-reply@bench.localhost>",
    "To: you@desk.example.com",
    `Subject: ${code} is your verification code`,
    "Date: Sat, 3 May 2025 10:00:00 +0000",
    `Message-ID: <${code}.sign-up@bench.localhost>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="parts"',
    "",
    "--parts",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Hello,",
    "",
    `your verification code is ${code}. It is valid for ten minutes.`,
    "",
    "If you did not ask for it, you can ignore this mail. Never share the code with =",
    "anyone; we shall not ask you for it.",
    "",
    "Example Shop =E2=80=93 12 High Street",
    "--parts",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    '<!doctype html><html><head><meta charset=3D"utf-8"><title>Your code</title>',
    "<style>body { font: 16px sans-serif; color: #222 } .code { font-size: 32px }</style>",
    '</head><body><table role=3D"presentation" width=3D"100%" cellpadding=3D"0"><tr>',
    '<td align=3D"center"><h1>Confirm your address</h1>',
    "<p>Your verification code is</p>",
    `<p class=3D"code"><strong>${code}</strong></p>`,
    "<p>It is valid for ten minutes. If you did not ask for it, you can ignore this =",
    "mail. Never share the code with anyone; we shall not ask you for it.</p>",
    `<p><a href=3D"https://shop.bench.localhost/confirm?c=3D${code}">Confirm here</a></p>`,
    "<p>Example Shop =E2=80=93 12 High Street</p></td></tr></table></body></html>",
    "--parts--",
    ".",
    "",
  ];
  return Buffer.from(lines.join("\r\n"));
}

/** A code that no other round uses. */
export function codeOf(round: number): string {
  return String(100_000 + (round % 900_000));
}
