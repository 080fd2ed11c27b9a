// It measures processor time, which other programs on the machine change.
export const onlyWhenNamed = true;
