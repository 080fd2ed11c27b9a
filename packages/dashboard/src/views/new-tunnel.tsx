import { unwrap } from "@frontdesk/sdk";
import { publicClient, refreshUsage, type SignedIn } from "../app/session.ts";
import { NameDialog } from "../ui/name-dialog.tsx";

interface NewTunnelProps {
  signedIn: SignedIn;
  onClose: () => void;
  onRegistered: () => Promise<void>;
}

/** Dialog that registers a free subdomain for a tunnel. */
export function NewTunnel({ signedIn: { frontdesk, server }, onClose, onRegistered }: NewTunnelProps) {
  return (
    <NameDialog
      title="New subdomain"
      suffix={`.${server.tunnel_domain}`}
      // The longest label of a domain name (RFC 1035 section 2.3.4).
      maxLength={63}
      rule="Letters, digits and inner hyphens."
      check={(name, signal) =>
        unwrap(publicClient.GET("/svc-api/subdomain/check/{name}", { params: { path: { name } }, signal }))
      }
      register={async (name) => {
        await frontdesk.subdomains.register(name);
        refreshUsage();
        await onRegistered();
      }}
      onClose={onClose}
    />
  );
}
