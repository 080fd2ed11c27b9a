# Signs the mail on standard input with dkimpy. Arguments: domain, selector, key file, algorithm, canonicalization, length or "".
import sys

import dkim

domain, selector, key_file, algorithm, canonicalization, length = sys.argv[1:]
mail = sys.stdin.buffer.read()
with open(key_file, "rb") as file:
    key = file.read()
signature = dkim.sign(
    mail,
    selector.encode(),
    domain.encode(),
    key,
    canonicalize=tuple(part.encode() for part in canonicalization.split("/")),
    signature_algorithm=algorithm.encode(),
    length=length != "",
)
sys.stdout.buffer.write(signature + mail)
