#!/usr/bin/env node
// Fails with a sentence on a Node that cannot parse the rest.
import "../dist/node-version.js";

import("../dist/main.js");
