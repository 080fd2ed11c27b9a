// It builds an image, which takes minutes and more programs than CI has.
export const onlyWhenNamed = true;

// It says itself what is missing.
export const command = ["packages/server/outside/image/image.sh"];
