const reasons: Record<string, string> = {
  ENOENT: "there is no such file or folder, or none can be made there",
  ENOTDIR: "what should be a folder on the way there is a file",
  EISDIR: "it is a folder; name a file in it",
  EACCES: "this user may not read or write there",
  EPERM: "this user may not read or write there",
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of this user is used up",
};

/** Why a file or folder cannot be used, as a person says it. */
export function toFileReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
