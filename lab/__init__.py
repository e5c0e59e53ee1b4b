"""The laboratory beside the library; a package only so that its tests have a name."""
