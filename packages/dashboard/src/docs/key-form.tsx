import { useId, useState } from "preact/hooks";
import { signIn } from "../app/session.ts";
import { InlineCode } from "../ui/inline-code.tsx";

/** Asks for an agent key and signs in with it. `message` is the error of the last attempt. */
export function KeyForm({ message }: { message: string | null }) {
  const [key, setKey] = useState("");
  const id = useId();
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        // For other texts the browser itself says, by the `pattern` of the field, what is wrong.
        if (/^svcagt_\w+$/.test(key.trim())) void signIn(key.trim());
      }}
    >
      <label for={id}>This needs an agent key, which this tab keeps until it is closed</label>
      <div class="actions">
        <input
          id={id}
          class="grow"
          type="password"
          autocomplete="off"
          placeholder="svcagt_…"
          pattern="\s*svcagt_\w+\s*"
          required
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <button type="submit" class="button primary">
          Sign in
        </button>
      </div>
      {message && (
        <p class="hint bad" role="alert">
          <InlineCode text={message} />
        </p>
      )}
    </form>
  );
}
