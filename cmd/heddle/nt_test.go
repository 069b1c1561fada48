package main

import "testing"

// TestNTTwins: small Windows drivers of testdata/windows, each with a twin that is broken in one place. The broken one is a BUG on marked lines alone, the other one never is.
func TestNTTwins(t *testing.T) { driverTwins(t, "windows") }
