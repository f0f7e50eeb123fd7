import Glibc

exit(SimulatorProgram.run(CommandLine.arguments.dropFirst()))
