/** Contract section 2: 7 to 15 digits, no `+`, no leading `00`. */
export function checkPhone(phone: string): boolean {
  return /^(?!00)\d{7,15}$/.test(phone);
}
