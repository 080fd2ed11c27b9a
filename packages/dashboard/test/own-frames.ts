import { options } from "preact";

// The files share a worker's modules, but each has a window of its own. Effects that a closed window's frame should have run
// would stay in Preact's queue, which asks for no other frame while it is not empty, unless the function is another one.
options.requestAnimationFrame = (callback) => void setTimeout(callback, 0);
