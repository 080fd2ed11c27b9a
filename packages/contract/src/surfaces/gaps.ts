// Reasons for which several operations are missing from a surface.

/** Says why a surface does not offer an operation. */
export const no = (reason: string) => ({ reason });

export const reportedByRegister = no("Registering a name that is taken says so.");
export const rarelyNeeded = no("Rare, and it cuts off running programs: the dashboard confirms it first.");
export const byPhone = no("The app on the phone calls it.");
export const isDocument = no("It is a document, not data.");
export const byHandle = no("Handles and commands read with the inbox's own key.");
export const needsReceiver = no(
  "A webhook needs a receiver that runs all the time. An agent or a terminal waits instead.",
);
export const oncePerReceiver = no("A receiver registers its webhook in code.");
export const byPerson = no("Deleting a second factor can lock an account out, so a person does it.");
export const forPeople = no("Agents act; people and their programs audit them.");
export const signsInBrowser = no("It exchanges the code of a sign-in link for the browser's session.");
export const oneCheck = no("The server checks the number when a phone pushes or is set up.");
