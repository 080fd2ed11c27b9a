/** Returns the fields of a response without `success`, which is always true where a call returns. */
export function omitSuccess<T extends { success: true }>({ success: _, ...fields }: T): Omit<T, "success"> {
  return fields;
}
