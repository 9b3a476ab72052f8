// In place of the header of Glucose: there are no clocks.
namespace Glucose {
inline double cpuTime() { return 0; }
inline double realTime() { return 0; }
}  // namespace Glucose
