import { unwrap } from "@frontdesk/sdk";
import { open, refreshAccount, type SignedIn } from "../app/session.ts";
import { NameDialog } from "../kit/name-dialog.tsx";

interface NewTunnelProps {
  signedIn: SignedIn;
  onClose: () => void;
  onMade: () => Promise<void>;
}

export function NewTunnel({ signedIn: { desk, server }, onClose, onMade }: NewTunnelProps) {
  return (
    <NameDialog
      title="New tunnel name"
      after={`.${server.tunnel_domain}`}
      most={63}
      rule="Letters, digits and inner hyphens."
      check={(name, signal) =>
        unwrap(open.GET("/svc-api/subdomain/check/{name}", { params: { path: { name } }, signal }))
      }
      make={async (name) => {
        await desk.subdomains.register(name);
        void refreshAccount();
        await onMade();
      }}
      onClose={onClose}
    />
  );
}
