package models

// Mathematics.

const mathematics = "mathematics"

var mathSections = []section{
	{mathematics, KindStub, "math.c", join(
		each("exact", `sqrt sqrtf fabs fabsf copysign copysignf trunc truncf floor floorf ceil ceilf round roundf rint rintf nearbyint nearbyintf
			lround lroundf llround llroundf lrint lrintf llrint llrintf fmax fmaxf fmin fminf fdim fdimf modf modff nan nanf`),
		each("behind the macro fpclassify", "__heddle_fpclassify"),
		each("exact where the first argument is the smaller one, arbitrary in its range otherwise", "fmod fmodf"),
		each("arbitrary in its range", `sin sinf cos cosf tan tanf asin acos atan atanf atan2 atan2f sinh cosh tanh exp expf exp2 expm1
			log logf log2 log2f log10 log10f log1p cbrt pow powf hypot hypotf`),
	)},
	{mathematics, KindHavoc, "", join(
		each("arbitrary", `asinf acosf sinhf coshf tanhf exp2f expm1f log1pf cbrtf acosh acoshf asinh asinhf atanh atanhf logb logbf
			erf erff erfc erfcf lgamma lgammaf tgamma tgammaf remainder remainderf nextafter nextafterf nexttoward nexttowardf
			fma fmaf j0 j1 jn y0 y1 yn ldexp ldexpf scalbn scalbnf scalbln scalblnf ilogb ilogbf`),
		each("arbitrary", `fabsl copysignl truncl floorl ceill roundl rintl nearbyintl lroundl llroundl lrintl llrintl fmaxl fminl fdiml
			nanl sqrtl fmodl sinl cosl tanl asinl acosl atanl atan2l sinhl coshl tanhl expl exp2l expm1l logl log2l log10l log1pl cbrtl
			powl hypotl acoshl asinhl atanhl logbl erfl erfcl lgammal tgammal remainderl nextafterl nexttowardl fmal ldexpl scalbnl
			scalblnl ilogbl`),
		each("no effect, arbitrary result", "feclearexcept feraiseexcept fesetexceptflag fetestexcept fegetround fesetenv feupdateenv"),
	)},
	{mathematics, KindUnsupported, "", join(
		each("not modelled", "frexpl modfl remquol"),
		each("rounding is always to nearest", "fesetround"),
		each("complex numbers are not modelled", `creal crealf creall cimag cimagf cimagl cabs cabsf cabsl carg cargf cargl conj conjf conjl cproj cprojf cprojl
			csqrt csqrtf csqrtl cexp cexpf cexpl clog clogf clogl cpow cpowf cpowl csin csinf csinl ccos ccosf ccosl ctan ctanf ctanl casin casinf casinl cacos cacosf cacosl
			catan catanf catanl csinh csinhf csinhl ccosh ccoshf ccoshl ctanh ctanhf ctanhl casinh casinhf casinhl cacosh cacoshf cacoshl catanh catanhf catanhl`),
	)},
}
