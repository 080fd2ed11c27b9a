import type { ComponentChildren } from "preact";
import { Logo } from "./icons.tsx";

/** The page of a visitor who is not signed in: the logo, and what to do. */
export function Welcome({ children }: { children: ComponentChildren }) {
  return (
    <main class="welcome">
      <div class="card welcome-card">
        <p class="brand">
          <Logo />
          Frontdesk
        </p>
        {children}
      </div>
    </main>
  );
}
