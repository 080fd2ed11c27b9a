export const runsBesideOthers = true;

// It says itself what is missing, and counts the tests of the Android app.
export const command = ["companion/test.sh"];
