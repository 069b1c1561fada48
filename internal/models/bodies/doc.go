// Package bodies holds the tests of the models' C: the headers and stubs are read, lowered and run here, by packages that stand above models.
package bodies
