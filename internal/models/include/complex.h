/* C11 7.3: complex arithmetic, as far as names go: complex operations are not supported. */
#ifndef HEDDLE_COMPLEX_H
#define HEDDLE_COMPLEX_H

#define complex _Complex
double creal(double _Complex z);
double cimag(double _Complex z);
double cabs(double _Complex z);
double carg(double _Complex z);
double _Complex conj(double _Complex z);
double _Complex csqrt(double _Complex z);
double _Complex cexp(double _Complex z);
float crealf(float _Complex z);
float cimagf(float _Complex z);
float cabsf(float _Complex z);

#endif
