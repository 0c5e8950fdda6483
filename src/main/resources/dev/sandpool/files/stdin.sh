# What is written is what comes on standard input.
content() { cat; }
