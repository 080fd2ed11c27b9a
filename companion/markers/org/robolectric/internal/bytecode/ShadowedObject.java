package org.robolectric.internal.bytecode;

/** Stands in for a marker of the test tools while the app is compiled. */
public interface ShadowedObject {}
