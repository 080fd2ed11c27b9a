export const onlyWhenNamed = true;
