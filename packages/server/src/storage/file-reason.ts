import { errorMessage } from "@frontdesk/basics";

const reasonByErrorCode: Record<string, string> = {
  ENOENT: "no such file or folder, or it cannot be created there",
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder; name a file in it",
  EACCES: "this user may not read or write there",
  EPERM: "this user may not read or write there",
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's disk quota is used up",
};

/** Returns a readable reason why a file or folder cannot be used. */
export function toFileReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasonByErrorCode[code] ?? errorMessage(error);
}
